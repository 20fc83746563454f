import { Button, Modal, Switch, Textarea, TextInput } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useProjects } from '../../api/projects'
import { useDraft } from '../../lib/draft'
import { count } from '../../lib/numbers'
import { Bones, EmptyState, PageHead, parts, State, Trouble } from '../../ui/Parts'
import css from './ProjectPage.module.css'
import { useAdd } from './queries'
import { TakeIn } from './TakeIn'
import { WriteBundle } from './WriteBundle'

const route = getRouteApi('/projects')

export default function ProjectsPage() {
  const { show } = route.useSearch()
  const go = route.useNavigate()
  const projects = useProjects(show === 'all')
  const [adding, add] = useState(false)
  const [taking, takeIn] = useState(false)
  return (
    <div className={parts.page}>
      <PageHead title="Projects" actions={<><Switch size="xs" label="Archived, too" checked={show === 'all'} onChange={(e) => void go({ search: e.currentTarget.checked ? { show: 'all' } : {}, replace: true })} /><Button size="compact-md" variant="default" onClick={() => takeIn(true)}>Import a bundle</Button><Button size="compact-md" onClick={() => add(true)}>New project</Button></>}>Prompts, sets of cases and assignments that belong together. What belongs to none stands on its own.</PageHead>
      {projects.isLoadingError ? <Trouble error={projects.error} retry={() => void projects.refetch()} /> : !projects.data ? <div className="card"><Bones /></div> : projects.data.length === 0 ? (
        <EmptyState title="There is no project yet" action={<Button onClick={() => add(true)}>Make a project</Button>}>Whoever works on one thing needs none. With several, a project keeps their prompts and cases apart.</EmptyState>
      ) : (
        <section className={`card ${parts.tablebox}`} tabIndex={0}>
          <table className={parts.table}>
            <caption className="sr">Projects by slug</caption>
            <thead><tr><th scope="col">Project</th><th scope="col">Slug</th><th scope="col" data-right>Prompts</th></tr></thead>
            <tbody>{projects.data.map((one) => <tr key={one.slug}><th scope="row"><Link to="/projects/$project" params={{ project: one.slug }} className={css.name}>{one.name}</Link> {one.is_archived && <State state="archived" />}{one.description && <span className={css.sub}>{one.description}</span>}</th><td><code className={css.slug}>{one.slug}</code></td><td data-right>{count(one.prompts)}</td></tr>)}</tbody>
          </table>
        </section>
      )}
      <section className={`card ${css.part}`} aria-labelledby="along">
        <h2 id="along">Taken to another installation</h2>
        <p className="muted">A bundle is one file with prompts, cases, experiments, reviews and runs that have ended; no key is in it. A project is written from its own page; here, whatever belongs to none.</p>
        <div className={parts.actions}><WriteBundle project={null} /></div>
      </section>
      <TakeIn opened={taking} onClose={() => takeIn(false)} />
      <NewProject opened={adding} onClose={() => add(false)} onDone={(project) => void go({ to: '/projects/$project', params: { project } })} />
    </div>
  )
}

const EMPTY = { name: '', slug: '', description: '' }
/** A slug that a name would have. */
const slugOf = (name: string): string => name.normalize('NFKD').toLowerCase().replace(/[\u0300-\u036f]/g, '').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 63)

function NewProject({ opened, onClose, onDone }: { opened: boolean; onClose: () => void; onDone: (slug: string) => void }) {
  const draft = useDraft('project', EMPTY)
  const add = useAdd()
  const wish = draft.value
  const slug = wish.slug || slugOf(wish.name)
  const send = (): void => add.mutate({ ...wish, slug, name: wish.name.trim() }, { onSuccess: (made) => { draft.forget(); onClose(); onDone(made.slug) } })
  return (
    <Modal opened={opened} onClose={onClose} title="New project" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <TextInput label="Name" maxLength={200} value={wish.name} onChange={(e) => draft.write({ ...wish, name: e.currentTarget.value })} data-autofocus />
        <TextInput label="Slug" description="What commands and addresses call it: small letters, digits and hyphens" placeholder={slug} maxLength={63} value={wish.slug} onChange={(e) => draft.write({ ...wish, slug: e.currentTarget.value })} />
        <Textarea label="What it is for" autosize minRows={2} maxRows={8} value={wish.description} onChange={(e) => draft.write({ ...wish, description: e.currentTarget.value })} />
        {add.isError && <Trouble error={add.error} safe="What you wrote stays here." />}
        <Button disabled={!wish.name.trim() || !slug} loading={add.isPending} onClick={send}>Make the project</Button>
      </div>
    </Modal>
  )
}
