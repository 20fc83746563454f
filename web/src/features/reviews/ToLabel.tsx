import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { address, get, type RunLines, type Spine } from '../../api/client'
import { plural } from '../../lib/numbers'
import { parts, When } from '../../ui/Parts'
import css from './ReviewPage.module.css'

/** More than one step on a scale of five. */
const APART = '0.3'
const MOST_RUNS = 10
const MOST_LOOKED_AT = 100

/** Outputs on which judges of a run disagree: what a person says of them is worth most. */
export function ToLabel() {
  const ended = useQuery({ queryKey: ['runs', 'judged'], queryFn: ({ signal }) => get<RunLines>(address('/api/runs', { open: 'false', limit: MOST_LOOKED_AT }), signal) })
  const judged = ended.data?.items.filter((run) => run.judges > 1 && run.shown_as === 'boards').slice(0, MOST_RUNS) ?? []
  const counted = useQueries({
    queries: judged.map((run) => ({
      queryKey: ['run', run.id, 'grid', 'apart'],
      queryFn: ({ signal }: { signal: AbortSignal }) => get<Spine>(address(`/api/runs/${run.id}/grid/spine`, { apart: APART }), signal),
    })),
  })
  const found = judged.flatMap((run, i) => { const total = counted[i]?.data?.total ?? 0; return total > 0 ? [{ run, total }] : [] })
  if (found.length === 0) return null
  return (
    <section className={`card ${parts.tablebox}`} tabIndex={0} aria-labelledby="to-label">
      <h2 id="to-label" className={css.label}>Outputs to label</h2>
      <table className={parts.table} data-stack>
        <caption className="sr">Runs whose judges disagree, newest first</caption>
        <thead><tr><th scope="col">Run</th><th scope="col">Judges disagree on</th><th scope="col" data-right>Began</th></tr></thead>
        <tbody>{found.map(({ run, total }) => <tr key={run.id}><th scope="row"><Link to="/runs/$run" params={{ run: run.id }} search={{ apart: APART }}>{run.name}</Link></th><td data-label="Judges disagree on">{plural(total, 'case')}</td><td data-right><When at={run.began_at} /></td></tr>)}</tbody>
      </table>
    </section>
  )
}
