import { NumberInput, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { address, type Comparison, get, type RunLines } from '../../api/client'
import { when } from '../../lib/dates'
import { count, plural, score, share, words } from '../../lib/numbers'
import { Bones, Coming, EmptyState, parts, Trouble } from '../../ui/Parts'
import css from './ResultsPage.module.css'

const route = getRouteApi('/runs/$run/compare')

/** A run held against an earlier one: what broke, what was mended, and whether means moved beyond chance. */
export default function ComparePage() {
  const { run } = route.useParams()
  const { with: other, flips } = route.useSearch()
  const go = route.useNavigate()
  const runs = useQuery({ queryKey: ['runs', 'ended'], queryFn: ({ signal }) => get<RunLines>('/api/runs?open=false&limit=200', signal) })
  const others = runs.data?.items.filter((one) => one.id !== run && one.shown_as === 'boards') ?? []
  const found = useQuery({ queryKey: ['run', run, 'compare', other, flips], enabled: other !== undefined, placeholderData: keepPreviousData, queryFn: ({ signal }) => get<Comparison>(address(`/api/runs/${run}/compare/${encodeURIComponent(other ?? '')}`, { allow_flips: flips }), signal) })
  return (
    <div className={parts.page}>
      {runs.isLoadingError ? <Trouble error={runs.error} retry={() => void runs.refetch()} /> : runs.data && others.length === 0 ? (
        <EmptyState title="There is nothing to compare with yet">A run is held against an earlier one of the same cases: cell by cell, arm by arm, tag by tag.</EmptyState>
      ) : (
        <div className={css.wishes}>
          <Select label="Compare with" description="An earlier run of the same cases and arms" placeholder="Choose a run" searchable w={460} maw="100%" value={other ?? null} data={others.map((one) => ({ value: one.id, label: `${one.name}, ${when(one.began_at)}` }))} onChange={(id) => void go({ search: id ? { with: id, ...(flips === undefined ? {} : { flips }) } : {}, replace: true })} />
          <NumberInput label="Cells that may break" description="Empty: those of arms that draw are tested in pairs" placeholder="as it is usual" w={300} maw="100%" min={0} allowDecimal={false} value={flips === undefined ? '' : Number(flips)} onChange={(most) => void go({ search: { ...(other ? { with: other } : {}), ...(typeof most === 'number' ? { flips: String(most) } : {}) }, replace: true })} />
        </div>
      )}
      {found.isLoadingError ? <Trouble error={found.error} safe="Both runs are kept as they are." retry={() => void found.refetch()} /> : other && !found.data ? <div className="card"><Bones /></div> : !other ? others.length > 0 && <Coming title="After a run is chosen">What broke and what was mended, cell by cell, and whether arms and tags got better or worse beyond chance, stand here.</Coming> : found.data && <Shown comparison={found.data} />}
    </div>
  )
}

function Shown({ comparison: c }: { comparison: Comparison }) {
  return (
    <>
      <section className={`card ${css.board}`} aria-labelledby="verdict">
        <header>
          <h2 id="verdict">{c.regressed ? 'Worse than before' : 'Not worse than before'}</h2>
          <p>{plural(c.matched, 'cell')} are in both. {count(c.broken)} passed before and do not now; {count(c.mended)} pass now and did not before.</p>
          <p className="muted">{c.allow_flips === null ? 'A single cell counts only where its arm answers at temperature 0; arms that draw their answers are tested in pairs.' : `${plural(c.allow_flips, 'cell')} may break.`}</p>
        </header>
        {c.changed_cases.length > 0 && <p className={parts.note}>Called as before and saying or expecting something else: {c.changed_cases.slice(0, 20).join(', ')}{c.changed_cases.length > 20 && ` and ${c.changed_cases.length - 20} more`}. What moved there says little of the models.</p>}
        {c.first_broken.length > 0 && (
          <details className={css.more} open><summary>{c.broken > c.first_broken.length ? `The first ${c.first_broken.length} that broke` : 'What broke'}</summary>
            <ul>{c.first_broken.map((one) => <li key={`${one.case} ${one.arm} ${one.version} ${one.repeat}`}><b>{one.case}</b> by {one.arm}, {one.prompt}{one.repeat > 0 && `, repeat ${one.repeat + 1}`}</li>)}</ul>
          </details>
        )}
      </section>
      <Moved title="Judged quality" what="Arm" tell={score} rows={c.qualities.map((one) => ({ name: one.arm, ...one }))} />
      <Moved title="Answers that passed every check" what="Arm" tell={share} rows={c.passes.map((one) => ({ name: one.arm, ...one }))} />
      <Moved title="By tag" what="Tag" tell={score} rows={c.tags.map((one) => ({ name: one.tag, ...one }))} />
    </>
  )
}

interface Row { name: string; before: number; after: number; pairs: number; verdict: string }
function Moved({ title, what, rows, tell }: { title: string; what: string; rows: Row[]; tell: (x: number) => string }) {
  if (rows.length === 0) return null
  return (
    <section className={`card ${css.board}`} aria-label={title}>
      <header><h2>{title}</h2></header>
      <div className={parts.tablebox} tabIndex={0}>
        <table className={parts.table}>
          <thead><tr><th scope="col">{what}</th><th scope="col" data-right>Before</th><th scope="col" data-right>Now</th><th scope="col">What is known</th><th scope="col" data-right>Pairs</th></tr></thead>
          <tbody>{rows.map((one) => <tr key={one.name}><th scope="row">{one.name}</th><td data-right>{tell(one.before)}</td><td data-right>{tell(one.after)}</td><td>{words(one.verdict)}</td><td data-right>{count(one.pairs)}</td></tr>)}</tbody>
        </table>
      </div>
    </section>
  )
}
