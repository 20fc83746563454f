import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Problem, type Project } from '../../api/client'
import { useProjects } from '../../api/projects'
import { useDraft } from '../../lib/draft'
import { plural } from '../../lib/numbers'
import { Bones, EmptyState, PageHead, parts, State, Trouble } from '../../ui/Parts'
import css from './ProjectPage.module.css'
import { Limits } from './Limits'
import { type Held, useChange, useHeld, useRemove } from './queries'
import { Work } from './Work'
import { WriteBundle } from './WriteBundle'

const route = getRouteApi('/projects/$project')

export default function ProjectPage() {
  const { project: slug } = route.useParams()
  const projects = useProjects(true)
  if (projects.isLoadingError) return <div className={parts.page}><h1>Project</h1><Trouble error={projects.error} retry={() => void projects.refetch()} /></div>
  if (!projects.data) return <div className={parts.page}><h1>Project</h1><div className="card"><Bones /></div></div>
  const project = projects.data.find((one) => one.slug === slug)
  if (!project && projects.isFetching) return <div className={parts.page}><h1>Project</h1><div className="card"><Bones /></div></div>
  if (!project) return <div className={parts.page}><h1>Project</h1><EmptyState title="It is not there" action={<Button variant="default" renderRoot={(props) => <Link to="/projects" {...props} />}>All projects</Button>}>No project is called {slug}; it may have been renamed or deleted.</EmptyState></div>
  return <Shown key={project.slug} project={project} />
}

function Shown({ project }: { project: Project }) {
  const held = useHeld(project.slug)
  const change = useChange(project.slug)
  const [removing, remove] = useState(false)
  return (
    <div className={parts.page}>
      <PageHead title={<>{project.name} {project.is_archived && <State state="archived" />}</>}>{project.description || 'What is kept in it, and what it is called.'}</PageHead>
      <div className={css.two}>
        <Work project={project.slug} />
        <section className={`card ${css.part}`}>
          <h2>Kept in it</h2>
          {held.isLoadingError ? <Trouble error={held.error} retry={() => void held.refetch()} /> : !held.data ? <Bones lines={3} /> : <Contents held={held.data} project={project.slug} />}
        </section>
      </div>
      <div className={css.settings}>
        <Names project={project} />
        <Limits project={project} />
        <div className={css.side}>
          <section className={`card ${css.part}`} aria-labelledby="along">
            <h2 id="along">Take it along</h2>
            <p className="muted">A bundle is one file with all that is kept in it and its runs that have ended, for another installation; no key is in it.</p>
            <div className={parts.actions}><WriteBundle project={project.slug} /></div>
          </section>
          <section className={`card ${css.part}`}>
            <h2>{project.is_archived ? 'Take it up again' : 'Put it away'}</h2>
            <p className="muted">{project.is_archived ? 'It is kept as it is and left out of lists.' : 'An archived project is kept as it is and left out of lists. Deleting takes all that is in it along, and cannot be undone.'}</p>
            {change.isError && <Trouble error={change.error} safe="Nothing was changed." />}
            <div className={parts.actions}>
              <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ seen: project.revision, is_archived: !project.is_archived })}>{project.is_archived ? 'Unarchive' : 'Archive'}</Button>
              <Button variant="default" onClick={() => { void held.refetch(); remove(true) }}>Delete …</Button>
            </div>
          </section>
        </div>
      </div>
      <Remove project={project} held={held.data} opened={removing} onClose={() => remove(false)} />
    </div>
  )
}

function Contents({ held, project }: { held: Held; project: string }) {
  const search = { project }
  if (held.prompts.length + held.datasets.length + held.assignments.length === 0) return <p className="muted">Nothing yet. Keep a <Link to="/prompts" search={search}>prompt</Link> or <Link to="/data" search={search}>cases</Link> in it.</p>
  return (
    <dl className={css.held}>
      <dt>Prompts</dt>
      <dd>{held.prompts.length === 0 ? <span className="muted">none</span> : held.prompts.map((name) => <Link key={name} to="/prompts/$prompt" params={{ prompt: name }} search={search}>{name}</Link>)}</dd>
      <dt>Sets of cases</dt>
      <dd>{held.datasets.length === 0 ? <span className="muted">none</span> : held.datasets.map((name) => <Link key={name} to="/data/$dataset" params={{ dataset: name }} search={search}>{name}</Link>)}</dd>
      <dt>Assignments</dt>
      <dd>{held.assignments.length === 0 ? <span className="muted">none</span> : held.assignments.map((name) => <span key={name}>{name}</span>)}</dd>
    </dl>
  )
}

/** Names and purpose. What is typed goes by the revision at its first key; where somebody was faster, both are shown. */
function Names({ project }: { project: Project }) {
  const go = route.useNavigate()
  const stored = { name: project.name, slug: project.slug, description: project.description, seen: project.revision }
  const draft = useDraft(`project ${project.slug}`, stored)
  const change = useChange(project.slug)
  const wish = draft.value
  const projects = useProjects(true)
  const differs = wish.name !== project.name || wish.slug !== project.slug || wish.description !== project.description
  const isLate = change.error instanceof Problem && change.error.code === 'changed_meanwhile'
  // What was refused stood against something newer: until that is read there is nothing to hold one's own against.
  const isBehind = projects.isFetching || change.variables?.seen === project.revision
  const write = (changes: Partial<typeof stored>): void => draft.write({ ...wish, seen: draft.isBegun ? wish.seen : project.revision, ...changes })
  const send = (seen: number): void =>
    change.mutate({ seen, name: wish.name.trim(), description: wish.description, ...(wish.slug === project.slug ? {} : { slug: wish.slug }) }, {
      onSuccess: (made) => { draft.forget(); if (made.slug !== project.slug) void go({ to: '/projects/$project', params: { project: made.slug }, replace: true }) },
      onError: () => void projects.refetch(),
    })
  return (
    <section className={`card ${css.part}`}>
      <h2>What it is called</h2>
      <div className={css.form}>
        <TextInput label="Name" maxLength={200} value={wish.name} onChange={(e) => write({ name: e.currentTarget.value })} />
        <TextInput label="Slug" description="What commands and addresses call it; old addresses lead nowhere after a change" maxLength={63} value={wish.slug} onChange={(e) => write({ slug: e.currentTarget.value })} />
        <Textarea label="What it is for" autosize minRows={2} maxRows={8} value={wish.description} onChange={(e) => write({ description: e.currentTarget.value })} />
        {isLate ? (
          <div className={`${parts.note} ${css.conflict}`} role="alert">
            <p>Somebody changed this project meanwhile.</p>
            {!isBehind && <dl className={css.held}><dt>Theirs</dt><dd>{[project.name, project.description].filter(Boolean).join(': ')}</dd><dt>Yours</dt><dd>{[wish.name, wish.description].filter(Boolean).join(': ')}</dd></dl>}
            <div className={parts.actions}><Button size="compact-sm" loading={change.isPending || (isBehind && !projects.isError)} onClick={() => (isBehind ? void projects.refetch() : send(project.revision))}>Store yours all the same</Button><Button size="compact-sm" variant="default" onClick={() => { draft.forget(); change.reset() }}>Leave theirs</Button></div>
          </div>
        ) : change.isError && <Trouble error={change.error} safe="What you wrote stays here." />}
        {!isLate && <div className={parts.actions}>
          <Button disabled={!differs || !wish.name.trim() || !wish.slug} loading={change.isPending} onClick={() => send(wish.seen)}>Store</Button>
          {draft.isBegun && differs && <Button variant="subtle" color="gray" onClick={() => { draft.forget(); change.reset() }}>Begin anew</Button>}
        </div>}
      </div>
    </section>
  )
}

/** What goes with a project is named before it goes. */
function Remove({ project, held, opened, onClose }: { project: Project; held: Held | undefined; opened: boolean; onClose: () => void }) {
  const go = route.useNavigate()
  const remove = useRemove(project.slug)
  const [typed, type] = useState('')
  const lines = held ? ([['prompt', held.prompts], ['set of cases', held.datasets, 'sets of cases'], ['assignment', held.assignments], ['experiment', held.experiments]] as [string, string[], string?][]).filter(([, names]) => names.length > 0) : []
  return (
    <Modal opened={opened} onClose={() => { remove.reset(); type(''); onClose() }} title={`Delete ${project.name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        {!held ? <p className="muted">What is in it is not known yet.</p> : lines.length === 0 && project.runs === 0 ? <p>Nothing is in it.</p> : (
          <>
            <p>Deleted with it, for ever:</p>
            <ul>
              {lines.map(([one, names, many]) => <li key={one}><b>{plural(names.length, one, many)}</b>: {names.join(', ')}</li>)}
              {project.runs > 0 && <li><b>{plural(project.runs, 'run')}</b>, all that was answered, judged and proven; what they cost stays counted</li>}
            </ul>
          </>
        )}
        <TextInput label={`Type ${project.slug} to delete it`} value={typed} onChange={(e) => type(e.currentTarget.value)} data-autofocus />
        {remove.isError && <Trouble error={remove.error} safe="Nothing was deleted." />}
        <Button color="red" disabled={!held || typed !== project.slug} loading={remove.isPending} onClick={() => remove.mutate({ seen: project.revision, with_runs: project.runs > 0 }, { onSuccess: () => void go({ to: '/projects', search: {} }) })}>Delete for ever</Button>
      </div>
    </Modal>
  )
}
