import { Link } from '@tanstack/react-router'
import type { ExperimentLine } from '../../api/client'
import { estimate, plural, spent } from '../../lib/numbers'
import { Bones, parts, State, Trouble } from '../../ui/Parts'
import css from './ProjectPage.module.css'
import { useWork } from './queries'

/** What goes on in a project: its experiments with what they came to, what waits for a person, and what was spent. */
export function Work({ project }: { project: string }) {
  const work = useWork(project)
  if (work.isLoadingError) return <section className={`card ${css.part}`}><h2>Work</h2><Trouble error={work.error} retry={() => void work.refetch()} /></section>
  if (!work.data) return <section className={`card ${css.part}`}><h2>Work</h2><Bones lines={4} /></section>
  const { experiments, reviews, known, unknown } = work.data
  return (
    <section className={`card ${css.part}`} aria-labelledby="work">
      <h2 id="work">Work</h2>
      <p className="num"><b>{spent(known, unknown)}</b> <span className="muted">spent in this project{unknown > 0 && `; the cost of ${plural(unknown, 'call')} is unknown`}. <Link to="/costs" search={{ by: 'project' }}>Where it went</Link></span></p>
      {reviews.length > 0 && <p>Waiting for you: {reviews.map((one, i) => <span key={one.id}>{i > 0 && ', '}<Link to="/reviews/$review" params={{ review: one.id }}>{one.prompt}</Link></span>)}</p>}
      {experiments.length === 0 ? <p className="muted">No experiment yet. <Link to="/experiments/new" search={{ project }}>Begin one in it</Link></p> : (
        <div className={parts.tablebox} tabIndex={0}>
          <table className={parts.table} data-stack>
            <caption className="sr">Experiments of this project</caption>
            <thead><tr><th scope="col">Experiment</th><th scope="col">Status</th><th scope="col">Best score</th><th scope="col" data-right>Cost</th></tr></thead>
            <tbody>{experiments.map((one) => <tr key={one.id}><th scope="row"><Link to="/experiments/$experiment" params={{ experiment: one.id }}>{one.name}</Link><span className={css.sub}>{one.goal || 'without a goal yet'}</span></th><td><State state={one.status} /></td><td data-label="Best">{best(one)}</td><td data-right data-label="Cost">{spent(one.spent_usd, one.unpriced_calls)}</td></tr>)}</tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const best = (one: ExperimentLine): string => (one.gain ? `gain ${estimate(one.gain.difference, one.gain.interval)}` : one.best ? `${one.best.board} ${estimate(one.best.value, one.best.interval)}` : 'not yet known')
