import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { get, type Scan } from '../../api/client'
import { useProgress } from '../../api/live'
import { count, plural } from '../../lib/numbers'
import { Bones, EmptyState, parts, Trouble } from '../../ui/Parts'
import css from './ScanPage.module.css'

const route = getRouteApi('/runs/$run/scan')
const WHAT: Record<string, string> = { pii: 'Private data', secrets: 'Secrets', jailbreak: 'Signs of a jailbreak', toxicity: 'Toxicity' }
const MOST = 100

/** What was found in the outputs of another run, as far as it is; never shown whole. */
export default function ScanPage() {
  const { run } = route.useParams()
  const found = useQuery({ queryKey: ['run', run, 'scan'], queryFn: ({ signal }) => get<Scan>(`/api/runs/${run}/scan`, signal) })
  const now = useProgress(run).data
  const { refetch } = found
  // Counts are told four times a second at most; what was found is asked for when they move.
  useEffect(() => { if (now) void refetch() }, [now, refetch])
  if (found.isLoadingError) return <div className={parts.page}><Trouble error={found.error} safe="The outputs are as they were." retry={() => void refetch()} /></div>
  if (!found.data) return <div className={parts.page}><div className="card"><Bones /></div></div>
  const scan = found.data
  const flagged = scan.counts.reduce((sum, one) => sum + one.flagged, 0)
  const isWhole = scan.pages_done === scan.pages && scan.pages > 0
  return (
    <div className={parts.page}>
      <p className={css.lead}>{plural(scan.looked_at, 'output')} of <Link to="/runs/$run" params={{ run: scan.of_run }}>the run</Link> looked through{!isWhole && ` so far: ${count(scan.pages_done)} of ${plural(scan.pages, 'page')}`}.{!isWhole && ' Of what is missing nothing is known.'}</p>
      <section className={css.counts} aria-label="Counts">
        {scan.counts.map((one) => <div key={one.kind} className={`card ${css.count}`} data-found={one.flagged > 0 || undefined}><b>{count(one.flagged)}</b><span>{WHAT[one.kind] ?? one.kind}</span><small>{one.looked_at === 0 ? 'nothing was looked at yet' : `of ${plural(one.looked_at, 'output')}`}</small></div>)}
      </section>
      {flagged === 0 ? isWhole && <EmptyState title="Nothing was found">Patterns find what looks like an address, a key or an attack. Something that is worded otherwise can be there all the same.</EmptyState> : (
        <section className={`card ${parts.tablebox}`} tabIndex={0} aria-label="What was found">
          <table className={parts.table} data-stack>
            <thead><tr><th scope="col">Case</th><th scope="col">Arm</th><th scope="col">What</th><th scope="col">Shown in part</th><th scope="col" data-right>Times</th></tr></thead>
            <tbody>{scan.findings.map((one, i) => <tr key={i}><th scope="row"><Link to="/runs/$run" params={{ run: scan.of_run }} search={{ cell: String(one.cell) }}>{one.case}</Link></th><td>{one.arm}</td><td>{WHAT[one.kind] ?? one.kind}: {one.what}</td><td><code>{one.shown}</code></td><td data-right data-label="times:">{count(one.count)}</td></tr>)}</tbody>
          </table>
          {scan.findings.length >= MOST && <p className={css.more}>The first {MOST} are shown; Export has all of them.</p>}
        </section>
      )}
    </div>
  )
}
