import { Button, Modal, Select, Switch, TextInput } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useProjects } from '../../api/projects'
import { useDraft } from '../../lib/draft'
import { count } from '../../lib/numbers'
import { Bones, EmptyState, PageHead, parts, Trouble } from '../../ui/Parts'
import { PromptEditor } from '../../ui/PromptEditor'
import css from './PromptPage.module.css'
import { useAdd, usePrompts } from './queries'

const route = getRouteApi('/prompts')

export default function PromptsPage() {
  const { project } = route.useSearch()
  const go = route.useNavigate()
  const projects = useProjects().data ?? []
  const prompts = usePrompts(project)
  const [adding, add] = useState(false)
  const search = project ? { project } : {}
  const choose = projects.length > 0 && <Select size="xs" w={190} aria-label="Project" clearable placeholder="Of no project" value={project ?? null} data={projects.map((p) => ({ value: p.slug, label: p.name }))} onChange={(slug) => void go({ search: slug ? { project: slug } : {}, replace: true })} />
  return (
    <div className={parts.page}>
      <PageHead title="Prompts" actions={<>{choose}<Button size="compact-md" onClick={() => add(true)}>New prompt</Button></>}>Instructions under development. A version is never changed: what is written anew, restored or approved in a review is the next one.</PageHead>
      {prompts.isLoadingError ? <Trouble error={prompts.error} retry={() => void prompts.refetch()} /> : !prompts.data ? <div className="card"><Bones /></div> : prompts.data.length === 0 ? (
        <EmptyState title="No prompt is kept here yet" action={<Button onClick={() => add(true)}>Keep a first prompt</Button>}>Keep one to see how it changes from version to version, which was shown to be better, and which is in use. Refining a suite keeps its prompt by itself.</EmptyState>
      ) : (
        <section className={`card ${parts.tablebox}`} tabIndex={0}>
          <table className={parts.table}>
            <caption className="sr">Prompts by name</caption>
            <thead><tr><th scope="col">Prompt</th><th scope="col">In use</th><th scope="col" data-right>Versions</th></tr></thead>
            <tbody>{prompts.data.map((one) => <tr key={one.name}><th scope="row" className={css.name}><Link to="/prompts/$prompt" params={{ prompt: one.name }} search={search}>{one.name}</Link></th><td>{one.production === null ? <span className="muted">none</span> : `version ${one.production}`}</td><td data-right>{count(one.versions)}</td></tr>)}</tbody>
          </table>
        </section>
      )}
      <NewPrompt opened={adding} onClose={() => add(false)} project={project} onDone={(name) => void go({ to: '/prompts/$prompt', params: { prompt: name }, search })} />
    </div>
  )
}

const EMPTY = { name: '', text: '', is_mapping: false }

function NewPrompt({ opened, onClose, project, onDone }: { opened: boolean; onClose: () => void; project: string | undefined; onDone: (name: string) => void }) {
  const draft = useDraft(`prompt ${project ?? ''}`, EMPTY)
  const add = useAdd(project)
  const wish = draft.value
  const send = (): void => add.mutate(wish, { onSuccess: (made) => { draft.forget(); onDone(made.prompt) } })
  return (
    <Modal opened={opened} onClose={onClose} title="New prompt" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <TextInput label="Name" description="Under which applications and suites ask for it" value={wish.name} maxLength={200} onChange={(e) => draft.write({ ...wish, name: e.currentTarget.value })} data-autofocus />
        <PromptEditor label="Text" description={wish.is_mapping ? 'As under prompt in a suite: system, user, few_shots, tools' : 'What the model is told; {{ variables }} are filled in from cases'} rows={8} value={wish.text} onChange={(text) => draft.write({ ...wish, text })} />
        <Switch label="It is YAML or JSON, as in a suite" checked={wish.is_mapping} onChange={(e) => draft.write({ ...wish, is_mapping: e.currentTarget.checked })} />
        {add.isError && <Trouble error={add.error} safe="What you wrote stays here." />}
        <Button disabled={!wish.name.trim() || !wish.text.trim()} loading={add.isPending} onClick={send}>Keep as a version</Button>
      </div>
    </Modal>
  )
}
