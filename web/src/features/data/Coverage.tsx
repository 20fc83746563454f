import { useState } from 'react'
import type { Coverage as Spread, Dataset } from '../../api/client'
import { count, plural } from '../../lib/numbers'
import { Bones, parts, Trouble } from '../../ui/Parts'
import css from './DataPage.module.css'
import { useCoverage, type Where } from './queries'
import { WriteCases } from './WriteCases'

interface Spot { tag: string; difficulty: number }
const FEW = 3
const MOST_TAGS = 40
const LEVELS = [1, 2, 3, 4, 5]

/** How many cases there are of each tag and difficulty: few is told by a word and a shape, not by colour alone. */
export function Coverage({ where, set }: { where: Where; set: Dataset }) {
  const [opened, open] = useState(false)
  const spread = useCoverage(where, set.version, opened)
  const [spot, choose] = useState<Spot | null>(null)
  return (
    <details open={opened || undefined} className={`card ${css.coverage}`} onToggle={(e) => open(e.currentTarget.open)}>
      <summary>Coverage: which kinds of cases there are, and which are missing</summary>
      {!opened ? null : spread.isLoadingError ? <Trouble error={spread.error} retry={() => void spread.refetch()} /> : !spread.data ? <Bones lines={4} /> : <Heat spread={spread.data} onChoose={choose} />}
      {spot && <WriteCases where={where} set={set} aim={{ title: `Write cases: ${spot.tag || 'without a tag'}, difficulty ${spot.difficulty}`, suffix: `${spot.tag || 'more'}-${spot.difficulty}`, tags: spot.tag ? [spot.tag] : [], hints: [`difficulty ${spot.difficulty} of 5`] }} onClose={() => choose(null)} />}
    </details>
  )
}

function Heat({ spread, onChoose }: { spread: Spread; onChoose: (spot: Spot) => void }) {
  const there = new Map<string, number>()
  for (const cell of spread.cells) there.set(`${cell.tag} ${cell.difficulty}`, (there.get(`${cell.tag} ${cell.difficulty}`) ?? 0) + cell.cases)
  const all = [...new Set(spread.cells.map((cell) => cell.tag))].sort()
  const tags = all.slice(0, MOST_TAGS)
  const most = Math.max(1, ...there.values())
  return (
    <>
      <p className="muted">{plural(spread.cases, 'case')} by tag and difficulty; a case counts under each of its tags. A result says nothing about a kind of which there are no cases.</p>
      <div className={parts.tablebox} tabIndex={0}>
        <table className={`${parts.table} ${css.heat}`}>
          <caption className="sr">Cases by tag and difficulty</caption>
          <thead>
            <tr><th scope="col" rowSpan={2}>Tag</th><th scope="colgroup" colSpan={5} className={css.over}>Difficulty</th><th scope="col" rowSpan={2} data-right>All</th></tr>
            <tr>{LEVELS.map((d) => <th key={d} scope="col" className={css.level}>{d}{d === 1 ? ' easiest' : d === 5 ? ' hardest' : ''}</th>)}</tr>
          </thead>
          <tbody>
            {tags.map((tag) => (
              <tr key={tag}>
                <th scope="row">{tag || <span className="muted">without a tag</span>}</th>
                {LEVELS.map((difficulty) => {
                  const cases = there.get(`${tag} ${difficulty}`) ?? 0
                  return <td key={difficulty} data-right style={{ '--share': Math.sqrt(cases / most) } as React.CSSProperties}><button type="button" data-few={cases < FEW || undefined} aria-label={`${tag || 'without a tag'}, difficulty ${difficulty}: ${plural(cases, 'case')}; write more`} onClick={() => onChoose({ tag, difficulty })}>{cases === 0 ? 'none' : <>{count(cases)}{cases < FEW && <small> few</small>}</>}</button></td>
                })}
                <td data-right className="num">{count(LEVELS.reduce((sum, difficulty) => sum + (there.get(`${tag} ${difficulty}`) ?? 0), 0))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={css.legend}><span><i data-shade /> the darker, the more cases</span><span><i data-few /> none, or fewer than {FEW}</span><span>Choose a number to have more cases of that kind written.</span></p>
      {all.length > MOST_TAGS && <p className="muted">The first {MOST_TAGS} of {count(all.length)} tags are shown.</p>}
      {spread.thin.length > 0 && <ul className={css.thin}>{spread.thin.map((one) => <li key={one}>{one}</li>)}</ul>}
    </>
  )
}
