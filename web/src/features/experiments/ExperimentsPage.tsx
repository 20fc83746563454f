import { Button, SegmentedControl, Select } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ExperimentLine } from '../../api/client'
import { useProjects } from '../../api/projects'
import { effect, plural, ranged, spent } from '../../lib/numbers'
import { Bones, EmptyState, PageHead, parts, State, Trouble, When } from '../../ui/Parts'
import { pageOf } from '../runs/pages'
import css from './ExperimentsPage.module.css'
import { useExperiments } from './queries'

const route = getRouteApi('/experiments')
const SHOWN = [{ value: '', label: 'All' }, { value: 'draft', label: 'Draft' }, { value: 'running', label: 'Running' }, { value: 'paused', label: 'Paused' }, { value: 'completed', label: 'Completed' }, { value: 'archived', label: 'Archived' }]

/** Every question that somebody works on: where it stands, what it came to, and what it cost. */
export default function ExperimentsPage() {
  const search = route.useSearch()
  const go = route.useNavigate()
  const projects = useProjects().data ?? []
  const found = useExperiments(search.status, search.project)
  const only = (change: Partial<typeof search>): void => { const next = { ...search, ...change }; void go({ search: Object.fromEntries(Object.entries(next).filter(([, value]) => value)), replace: true }) }
  const begin = <Button renderRoot={(props) => <Link to="/experiments/new" search={search.project ? { project: search.project } : {}} {...props} />}>New experiment</Button>
  return (
    <div className={parts.page}>
      <PageHead title="Experiments" actions={begin}>A question with everything that it takes: goal, rubric, prompt, cases, models, judges and limits; and the runs that answer it.</PageHead>
      <div className={css.filters}>
        <SegmentedControl size="xs" aria-label="Which experiments" data={SHOWN} value={search.status ?? ''} onChange={(status) => only({ status })} />
        {projects.length > 0 && <Select size="xs" aria-label="Project" clearable placeholder="Of all projects" data={projects.map((one) => ({ value: one.slug, label: one.name }))} value={search.project ?? null} onChange={(project) => only({ project: project ?? '' })} />}
      </div>
      {found.isLoadingError ? <Trouble error={found.error} retry={() => void found.refetch()} /> : !found.data ? <div className="card"><Bones /></div> : found.data.length === 0 ? (
        <EmptyState title={search.status ? `None is ${search.status}` : 'Nothing is asked yet'} action={!search.status && begin}>{search.status ? 'Others may stand elsewhere: look at all of them.' : 'Begin with a template, a suite of your own, or an empty page; a model can help in every step.'}</EmptyState>
      ) : (
        <section className={`card ${parts.tablebox}`} tabIndex={0}>
          <table className={`${parts.table} ${css.list}`} data-stack>
            <caption className="sr">Experiments, the one that was changed last first</caption>
            <thead><tr><th scope="col">Experiment</th><th scope="col">Status</th><th scope="col">Best score</th><th scope="col" data-right>Cost</th><th scope="col" data-right>Runs</th><th scope="col" data-right>Changed</th></tr></thead>
            <tbody>{found.data.map((one) => <Line key={one.id} one={one} ofOne={search.project !== undefined} />)}</tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function Line({ one, ofOne }: { one: ExperimentLine; ofOne: boolean }) {
  return (
    <tr>
      <th scope="row"><Link to="/experiments/$experiment" params={{ experiment: one.id }}>{one.name}</Link><span className={css.sub}>{one.project && !ofOne ? `${one.project}: ` : ''}{one.goal || one.description || 'without a goal yet'}</span></th>
      <td><State state={one.status} /></td>
      <td><Best one={one} /></td>
      <td data-right data-label="Cost">{spent(one.spent_usd, one.unpriced_calls)}</td>
      <td data-right data-label={one.runs === 0 ? 'Runs' : ''}>{one.runs === 0 ? 'none' : one.last_run ? <Link to={pageOf(one.last_run.shown_as)} params={{ run: one.last_run.id }} search={{}}>{plural(one.runs, 'run')}</Link> : plural(one.runs, 'run')}</td>
      <td data-right data-label="Changed"><When at={one.changed_at} /></td>
    </tr>
  )
}

/** Who stands first, or what refining gained: a number with its interval, never one without the other. */
export function Best({ one }: { one: Pick<ExperimentLine, 'best' | 'gain'> }) {
  if (one.gain) {
    const { difference, interval, cases } = one.gain
    const { value, between } = ranged(difference, interval, effect)
    return <span className="num">{value}<span className={css.sub}>gain, {between}, on {plural(cases, 'case')}</span></span>
  }
  if (!one.best) return <span className="muted">not yet known</span>
  const { name, board, observations } = one.best
  const { value, between } = ranged(one.best.value, one.best.interval)
  return <span className="num">{value}{between && <span className="muted"> {between}</span>}<span className={css.sub}>{board}, {name}{one.best.is_tied && ', not told apart from others'}, on {plural(observations, 'result')}</span></span>
}
