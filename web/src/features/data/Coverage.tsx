import { Button, Modal, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Coverage as Spread, Dataset } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { count, plural } from '../../lib/numbers'
import { Bones, parts, Trouble } from '../../ui/Parts'
import css from './DataPage.module.css'
import { useCoverage, useGenerate, type Where } from './queries'

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
      {!opened ? null : spread.isError ? <Trouble error={spread.error} retry={() => void spread.refetch()} /> : !spread.data ? <Bones lines={4} /> : <Heat spread={spread.data} onChoose={choose} />}
      {spot && <Generate where={where} set={set} spot={spot} onClose={() => choose(null)} />}
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

/** Have a model write cases for one spot; they go into a set of their own, unverified until somebody stands for them. */
function Generate({ where, set, spot, onClose }: { where: Where; set: Dataset; spot: Spot; onClose: () => void }) {
  const go = useNavigate()
  const name = `${where.name}-${spot.tag || 'more'}-${spot.difficulty}`.replace(/[^\w.-]+/g, '-').slice(0, 100)
  const draft = useDraft(`generate ${where.project ?? ''} ${name}`, { name, goal: '', model: '', cases: 10 as number | string, budget: '' as number | string, key: crypto.randomUUID() as string })
  const d = draft.value
  const send = useGenerate()
  const write = (change: Partial<typeof d>): void => { send.reset(); draft.write({ ...d, key: crypto.randomUUID(), ...change }) }
  const begin = (): void => send.mutate({ key: d.key, wish: { kind: 'cases', mode: 'draft', goal: d.goal, text: '', focus: [], alternatives: 1, technique: 'direct', model: d.model || null, budget_usd: typeof d.budget === 'number' ? d.budget : null, project: where.project ?? null, cases: { name: d.name, kind: 'synthetic', diversity: 0.5, languages: [], lengths: [], count: Number(d.cases) || 10, tags: spot.tag ? [spot.tag] : [], hints: [`difficulty ${spot.difficulty} of 5`], spots: [], beside: `${where.name}@${set.version}` } } }, { onSuccess: (told) => { draft.forget(); void go({ to: '/runs/$run', params: { run: told.run } }) } })
  return (
    <Modal opened onClose={onClose} title={`Write cases: ${spot.tag || 'without a tag'}, difficulty ${spot.difficulty}`} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <Textarea label="What the cases are for" autosize minRows={2} value={d.goal} onChange={(e) => write({ goal: e.currentTarget.value })} />
        <TextInput label="Who writes" description="As provider/model" placeholder="openai/gpt-4o-mini" value={d.model} onChange={(e) => write({ model: e.currentTarget.value })} />
        <NumberInput label="How many" min={1} max={2000} value={d.cases} onChange={(cases) => write({ cases })} />
        <NumberInput label="Budget in dollars" min={0} decimalScale={2} prefix="$" value={d.budget} onChange={(budget) => write({ budget })} />
        <TextInput label="Into a set called" description="A set of its own; what is written again of this one is left out" value={d.name} onChange={(e) => write({ name: e.currentTarget.value })} />
        {send.isError && <Trouble error={send.error} safe="Nothing was started." />}
        <div className={parts.actions}><Button disabled={!d.goal.trim() || !d.model.trim() || !d.name} loading={send.isPending} onClick={begin}>Write them</Button><span className="muted">They stay unverified until you approve them on their page.</span></div>
      </div>
    </Modal>
  )
}
