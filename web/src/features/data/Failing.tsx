import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import type { Dataset, FailingSpot } from '../../api/client'
import { when } from '../../lib/dates'
import { capital, percent, plural, words } from '../../lib/numbers'
import { Bones, parts, Trouble } from '../../ui/Parts'
import css from './DataPage.module.css'
import { useEndedRuns, useFailing, type Where } from './queries'
import { WriteCases } from './WriteCases'

/** Kinds of cases that fail more often than the others of a run, and new cases that are aimed there. */
export function Failing({ where, set }: { where: Where; set: Dataset }) {
  const [opened, open] = useState(false)
  const [chosen, choose] = useState<string | null>(null)
  const runs = useEndedRuns(opened)
  const found = useFailing(chosen)
  return (
    <details open={opened || undefined} className={`card ${css.coverage}`} onToggle={(e) => open(e.currentTarget.open)}>
      <summary>Failing spots: which kinds of cases go wrong, and new cases aimed there</summary>
      {opened && (
        <>
          <p className="muted">A kind is listed where it fails more often in a run than chance would have it: by tag, difficulty, length, language, names, and what cases are about.</p>
          {runs.isLoadingError ? <Trouble error={runs.error} retry={() => void runs.refetch()} /> : <Select size="xs" maw={420} label="In which run" placeholder={runs.data?.length === 0 ? 'No run has ended yet' : 'Choose one'} searchable data={(runs.data ?? []).map((one) => ({ value: one.id, label: `${one.name}, ${when(one.began_at)}: ${plural(one.cases, 'case')}` }))} value={chosen} onChange={choose} />}
          {chosen === null ? null : found.isLoadingError ? <Trouble error={found.error} retry={() => void found.refetch()} /> : !found.data ? <Bones lines={3} /> : found.data.spots.length === 0 ? (
            <p role="status">{found.data.failing === 0 ? `None of ${plural(found.data.cases, 'case')} failed.` : `${plural(found.data.failing, 'case')} of ${found.data.cases} failed, and no kind more often than the others.`}</p>
          ) : <Spots where={where} set={set} run={chosen} spots={found.data.spots} />}
        </>
      )}
    </details>
  )
}

function Spots({ where, set, run, spots }: { where: Where; set: Dataset; run: string; spots: FailingSpot[] }) {
  const [aimed, aim] = useState<FailingSpot | null>(null)
  return (
    <>
      <div className={parts.tablebox} tabIndex={0}>
        <table className={`${parts.table} ${css.spots}`}>
          <caption className="sr">Where the run fails, the surest first</caption>
          <thead><tr><th scope="col">Kind of cases</th><th scope="col" data-right>Fails</th><th scope="col" data-right>The others</th><th scope="col" data-right title="The chance of such a difference, were failures spread by chance alone">By chance</th><th scope="col">Such as</th><th scope="col"><span className="sr">New cases</span></th></tr></thead>
          <tbody>{spots.map((spot) => (
            <tr key={spot.handle}>
              <th scope="row">{spot.name}<span className={css.sub}>{words(spot.kind)}</span></th>
              <td data-right>{percent(spot.share)}<span className={css.sub}>{spot.failing} of {spot.cases}</span></td>
              <td data-right>{percent(spot.others)}</td>
              <td data-right>{spot.p < 0.001 ? 'below 0.001' : spot.p.toFixed(3)}</td>
              <td>{spot.exemplars.slice(0, 3).join(', ')}</td>
              <td data-right><Button size="compact-xs" variant="default" aria-label={`Write cases aimed at ${spot.handle}`} onClick={() => aim(spot)}>Write cases</Button></td>
            </tr>
          ))}</tbody>
        </table>
      </div>
      {aimed && <WriteCases where={where} set={set} aim={{ title: `Write cases that fail: ${capital(words(aimed.kind))} ${aimed.name}`, suffix: `failing-${aimed.name}`, tags: [], hints: [], failing: { run, spot: aimed.handle } }} onClose={() => aim(null)} />}
    </>
  )
}
