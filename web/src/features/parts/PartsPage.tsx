import { Button, SegmentedControl, Select, Switch } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Part, PartKind } from '../../api/client'
import { useProjects } from '../../api/projects'
import { plural, who } from '../../lib/numbers'
import { Bones, EmptyState, PageHead, parts, State, Trouble, When } from '../../ui/Parts'
import { KeepPart } from './KeepPart'
import css from './PartsPage.module.css'
import { CALLED, useActivity, useParts, usePartVersions } from './queries'
import { tellPart } from './tell'

const route = getRouteApi('/parts')
const KINDS = [{ value: '', label: 'All' }, ...Object.entries(CALLED).map(([value, label]) => ({ value, label }))]

/** Rubrics, judges and models that are kept under a name, to be taken by experiments; versions are never changed. */
export default function PartsPage() {
  const search = route.useSearch()
  const go = route.useNavigate()
  const kind = search.kind as PartKind | undefined
  const { project } = search
  const shown = useParts(kind, project, search.inactive === 'true')
  const projects = useProjects().data ?? []
  const [writes, write] = useState<Part | 'new' | null>(null)
  const set = (change: Record<string, string | undefined>): void => void go({ search: (old) => Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value)), replace: true })
  return (
    <div className={parts.page}>
      <PageHead title="Parts" actions={<Button onClick={() => write('new')}>Keep a part</Button>}>Rubrics, judges and models under names of their own. An experiment takes one as <code>kept:NAME</code>, or one version of it as <code>kept:NAME@2</code>, and keeps what it took.</PageHead>
      <div className={css.bar}>
        <SegmentedControl size="xs" aria-label="Kind" data={KINDS} value={kind ?? ''} onChange={(chosen) => set({ kind: chosen })} />
        {projects.length > 0 && <Select size="xs" w={180} aria-label="Project" clearable placeholder="Of no project" value={project ?? null} data={projects.map((one) => ({ value: one.slug, label: one.name }))} onChange={(chosen) => set({ project: chosen ?? undefined })} />}
        <Switch size="xs" label="Inactive ones, too" checked={search.inactive === 'true'} onChange={(e) => set({ inactive: e.currentTarget.checked ? 'true' : undefined })} />
      </div>
      {shown.isLoadingError ? <Trouble error={shown.error} retry={() => void shown.refetch()} /> : !shown.data ? <div className="card"><Bones /></div> : shown.data.length === 0 ? (
        <EmptyState title={kind ? `No ${kind} is kept here yet` : 'Nothing is kept here yet'} action={<Button variant="default" onClick={() => write('new')}>Keep a part</Button>}>Write what makes an answer good, how a judge is asked or how a model is set once, and take it in every experiment. Steps of an experiment keep their rubric, judge or model here as well.</EmptyState>
      ) : <div className={css.list}>{shown.data.map((one) => <Kept key={`${one.kind} ${one.name}`} part={one} project={project} onWrite={() => write(one)} />)}</div>}
      {writes !== null && <KeepPart project={project} from={writes === 'new' ? null : writes} kind={kind ?? 'rubric'} onClose={() => write(null)} />}
    </div>
  )
}

function Kept({ part, project, onWrite }: { part: Part; project: string | undefined; onWrite: () => void }) {
  const [opened, open] = useState(false)
  const activity = useActivity(project)
  return (
    <article className={`card ${css.part}`}>
      <header>
        <div><h2>{part.name} {!part.is_active && <State state="inactive" />}</h2><p className="muted">{part.kind}, version {part.version}; by {who(part.author)} <When at={part.made_at} />{part.note && `: ${part.note}`}</p></div>
        <div className={parts.actions}>
          <Button size="compact-sm" variant="default" onClick={onWrite}>Write the next version</Button>
          <Button size="compact-sm" variant="subtle" color="gray" loading={activity.isPending} onClick={() => activity.mutate({ kind: part.kind, name: part.name, is_active: !part.is_active })}>{part.is_active ? 'Set inactive' : 'Set active again'}</Button>
        </div>
      </header>
      <ul className={css.says}>{tellPart(part).map((line, i) => <li key={i}><b>{line.name}</b>{line.more && <span className="muted">{line.more}</span>}{line.text && <p>{line.text}</p>}</li>)}</ul>
      {!part.is_active && <p className={parts.note}>No experiment can be run with it any more; what it says is kept.</p>}
      {activity.isError && <Trouble error={activity.error} safe="It is as it was." />}
      {part.version > 1 && <details className={css.more} onToggle={(e) => open(e.currentTarget.open)}><summary>{plural(part.version, 'version')}</summary>{opened && <Versions part={part} project={project} />}</details>}
    </article>
  )
}

function Versions({ part, project }: { part: Part; project: string | undefined }) {
  const all = usePartVersions(part.kind, part.name, project)
  if (all.isLoadingError) return <Trouble error={all.error} retry={() => void all.refetch()} />
  if (!all.data) return <Bones lines={3} />
  return <ol className={css.versions}>{all.data.map((one) => <li key={one.version}><b>Version {one.version}</b> <span className="muted">by {who(one.author)} <When at={one.made_at} />{!one.is_active && ', set inactive'}{one.note && `: ${one.note}`}</span><pre tabIndex={0}>{JSON.stringify(one.value, null, 2)}</pre></li>)}</ol>
}
