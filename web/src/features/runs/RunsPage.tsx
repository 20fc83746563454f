import { Button, SegmentedControl } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RunLine } from '../../api/client'
import { useProgress } from '../../api/live'
import { count, estimate, percent, plural, spent, usd, words } from '../../lib/numbers'
import { Bones, EmptyState, PageHead, parts, State, Trouble, When } from '../../ui/Parts'
import OldRuns from './OldRuns'
import { countedOf, pageOf } from './pages'
import { useRuns } from './queries'
import css from './RunsPage.module.css'

const route = getRouteApi('/runs')
const SHOWN = [{ value: 'all', label: 'All' }, { value: 'open', label: 'Going on' }, { value: 'ended', label: 'Ended' }]

const SHOWN_AS: Record<RunLine['shown_as'], string> = { boards: 'no board yet', cards: 'cards of judges', entries: 'a ranking of texts', rounds: 'rounds of refining', drafts: 'drafts by models', scan: 'old outputs looked through', export: 'a file' }

export default function RunsPage() {
  const { show, project } = route.useSearch()
  const go = route.useNavigate()
  const runs = useRuns(show, project)
  const [removing, remove] = useState(false)
  const found = runs.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className={parts.page}>
      <PageHead title="Runs" actions={<><SegmentedControl size="xs" aria-label="Which runs" data={SHOWN} value={show ?? 'all'} onChange={(v) => void go({ search: { ...(project ? { project } : {}), ...(v === 'all' ? {} : { show: v }) }, replace: true })} /><Button size="compact-md" variant="default" onClick={() => remove(true)}>Remove old runs…</Button><Button size="compact-md" renderRoot={(props) => <Link to="/runs/new" {...props} />}>New run</Button></>}>
        Every execution of a suite, a ranking or an examination, newest first.
      </PageHead>
      {runs.isLoadingError ? <Trouble error={runs.error} safe="Runs go on without this page." retry={() => void runs.refetch()} /> : runs.isPending ? <div className="card"><Bones /></div> : found.length === 0 ? <Nothing show={show} project={project} /> : (
        <section className={`card ${parts.tablebox}`} tabIndex={0}>
          <table className={`${parts.table} ${css.runs}`} data-stack>
            <caption className="sr">Runs, newest first</caption>
            <thead><tr><th scope="col">Run</th><th scope="col">State</th><th scope="col">First on its board</th><th scope="col" data-right>Cells</th><th scope="col" data-right>Spent</th><th scope="col" data-right>Began</th></tr></thead>
            <tbody>{found.map((run) => <Line key={run.id} run={run} />)}</tbody>
          </table>
        </section>
      )}
      {runs.hasNextPage && <Button variant="default" size="xs" loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()} justify="center" w={160}>Show older runs</Button>}
      {removing && <OldRuns opened onClose={() => remove(false)} />}
    </div>
  )
}

function Nothing({ show, project }: { show: string | undefined; project: string | undefined }) {
  if (project) return <EmptyState title={`No run of ${project} ${show === 'open' ? 'is going on' : show === 'ended' ? 'has ended' : 'is here yet'}`} action={<Button variant="default" renderRoot={(props) => <Link to="/runs" search={show ? { show } : {}} {...props} />}>Runs of all projects</Button>}>Runs belong to the project of their experiment; all others belong to none.</EmptyState>
  if (show === 'open') return <EmptyState title="Nothing is going on">Runs that are working, paused or waiting for somebody stand here.</EmptyState>
  return <EmptyState title="Nothing has run yet" action={<Button renderRoot={(props) => <Link to="/runs/new" {...props} />}>Run a suite</Button>}>A run asks every model every question, checks and judges the answers, and says who is ahead and how sure that is.</EmptyState>
}

function Line({ run }: { run: RunLine }) {
  const live = useProgress(run.id).data
  const now = live ?? run
  const { done, planned, what } = countedOf(now)
  return (
    <tr>
      <th scope="row"><Link to={pageOf(run.shown_as)} params={{ run: run.id }} className={css.name}>{run.name}</Link><span className={css.sub}>{words(run.preset)} · {about(run)}</span></th>
      <td><State state={now.state} /><span className={css.sub}>{now.state === 'running' ? `${percent(planned ? done / planned : 0)} of the ${what}s` : words(now.settlement === 'not_yet' ? '' : now.settlement)}</span></td>
      <td data-whole>{run.best ? <>{run.best.name}{run.best.is_tied && <span className="muted"> and others, not told apart</span>}<span className={css.sub}>{words(run.best.board)} {estimate(run.best.value, run.best.interval)} on {plural(run.best.observations, 'result')}</span></> : <span className="muted">{SHOWN_AS[run.shown_as]}</span>}</td>
      <td data-right data-label="Cells">{done === planned ? count(planned) : `${count(done)} of ${count(planned)}`}{what === 'page' && <span className={css.sub}>pages</span>}</td>
      <td data-right data-label="Spent">{spent(now.spent_usd, now.unpriced_calls)}{run.budget_usd !== null && <span className={css.sub}>of {usd(run.budget_usd)}</span>}</td>
      <td data-right data-label="Began"><When at={run.began_at} /></td>
    </tr>
  )
}

const about = (run: RunLine): string =>
  [plural(run.cases, run.shown_as === 'entries' ? 'text' : 'case'), run.arms > 0 && plural(run.arms, 'arm'), run.judges > 0 && plural(run.judges, 'judge')].filter(Boolean).join(', ')
