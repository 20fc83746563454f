import { Link } from '@tanstack/react-router'
import { useProjects } from '../../api/projects'
import { usd } from '../../lib/numbers'
import { Bones, parts, Trouble } from '../../ui/Parts'
import css from './SettingsPage.module.css'

/** What the runs of each project together may spend, and whom they may ask; it is said on the page of the project. */
export function Budgets() {
  const projects = useProjects()
  return (
    <section className={`card ${css.part}`} aria-labelledby="budgets">
      <h2 id="budgets">Budgets of projects</h2>
      <p className="muted">Every run has a budget of its own, given when it is started. A project can cap what all its runs together spend, and narrow whom they ask.</p>
      {projects.isLoadingError ? <Trouble error={projects.error} retry={() => void projects.refetch()} /> : !projects.data ? <Bones lines={2} /> : projects.data.length === 0 ? <p className="muted">There is no project: <Link to="/projects">make one</Link> to set a cap.</p> : (
        <div className={`${parts.tablebox} ${css.wide}`} tabIndex={0}>
          <table className={parts.table} data-stack>
            <caption className="sr">What projects may spend and ask</caption>
            <thead><tr><th scope="col">Project</th><th scope="col" data-right>Cap</th><th scope="col" data-right>Taken</th><th scope="col">Who may be asked</th></tr></thead>
            <tbody>{projects.data.map((one) => <tr key={one.slug}><th scope="row"><Link to="/projects/$project" params={{ project: one.slug }}>{one.name}</Link></th><td data-right data-label="Cap">{one.cap_usd === null ? <span className="muted">none</span> : usd(one.cap_usd)}</td><td data-right data-label="Taken">{usd(one.taken_usd)}</td><td data-whole>{one.allow_list === null ? <span className="muted">all that this server lets be asked</span> : one.allow_list.length === 0 ? 'nobody' : one.allow_list.join(', ')}</td></tr>)}</tbody>
          </table>
        </div>
      )}
    </section>
  )
}
