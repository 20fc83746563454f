import { Button, Select } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useProjects } from '../../api/projects'
import { count, words } from '../../lib/numbers'
import { Bones, EmptyState, PageHead, parts, Trouble, When } from '../../ui/Parts'
import css from './DataPage.module.css'
import { Import } from './Import'
import { useDatasets } from './queries'
import { Standing } from './Standing'

const route = getRouteApi('/data')

export default function DataPage() {
  const { project } = route.useSearch()
  const go = route.useNavigate()
  const datasets = useDatasets(project)
  const projects = useProjects().data ?? []
  const [importing, importNow] = useState(false)
  const search = project ? { project } : {}
  const choose = projects.length > 0 && <Select size="xs" w={190} aria-label="Project" clearable placeholder="Of no project" value={project ?? null} data={projects.map((p) => ({ value: p.slug, label: p.name }))} onChange={(slug) => void go({ search: slug ? { project: slug } : {}, replace: true })} />
  return (
    <div className={parts.page}>
      <PageHead title="Data" actions={<>{choose}<Button size="compact-md" onClick={() => importNow(true)}>Import cases</Button></>}>Sets of cases, in versions that are never changed. A suite takes one by its name: <code>cases: data:support@2</code>.</PageHead>
      {datasets.isLoadingError ? <Trouble error={datasets.error} retry={() => void datasets.refetch()} /> : !datasets.data ? <div className="card"><Bones /></div> : datasets.data.length === 0 ? (
        <EmptyState title="No set of cases is kept here yet" action={<Button onClick={() => importNow(true)}>Import a file</Button>}>Questions with what a good answer looks like, from a table, Parquet, JSON lines, JSON or YAML; runs pin the version that they take.</EmptyState>
      ) : (
        <section className={`card ${parts.tablebox}`} tabIndex={0}>
          <table className={`${parts.table} ${css.sets}`} data-stack>
            <caption className="sr">Sets of cases</caption>
            <thead><tr><th scope="col">Set</th><th scope="col">Kind</th><th scope="col">Newest</th><th scope="col" data-right>Cases</th><th scope="col" data-right>Made</th></tr></thead>
            <tbody>{datasets.data.map((one) => <tr key={one.name}><th scope="row"><Link to="/data/$dataset" params={{ dataset: one.name }} search={search}>{one.name}</Link>{one.note && <span className={css.sub}>{one.note}</span>}</th><td>{words(one.kind)} <Standing set={one} /></td><td data-whole>version {one.version}<span className={css.sub}>{one.origin}</span></td><td data-right data-label="Cases">{count(one.cases)}</td><td data-right data-label="Made"><When at={one.made_at} /></td></tr>)}</tbody>
          </table>
        </section>
      )}
      <Import opened={importing} project={project} onClose={() => importNow(false)} onDone={(name) => void go({ to: '/data/$dataset', params: { dataset: name }, search })} />
    </div>
  )
}
