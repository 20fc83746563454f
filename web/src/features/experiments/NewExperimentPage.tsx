import { Button, FileInput, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { NewExperiment } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { words } from '../../lib/numbers'
import { Bones, PageHead, parts, Trouble } from '../../ui/Parts'
import css from './ExperimentsPage.module.css'
import { useAdd, useTemplates } from './queries'

const route = getRouteApi('/experiments/new')

/** An empty page, a template, or a suite that is there already. */
export default function NewExperimentPage() {
  const { project } = route.useSearch()
  const go = route.useNavigate()
  const templates = useTemplates()
  const add = useAdd(project)
  const draft = useDraft('new experiment', '')
  const model = draft.value
  const begin = (wish: NewExperiment, step: string): void => add.mutate(wish, { onSuccess: (made) => { draft.forget(); void go({ to: '/experiments/$experiment/edit', params: { experiment: made.id }, search: { step }, replace: true }) } })
  const take = async (chosen: File[]): Promise<void> => {
    const read = await Promise.all(chosen.map(async (file) => [file.name, await file.text()] as const))
    const suite = read.find(([name]) => /\.ya?ml$/i.test(name)) ?? read.find(([name]) => /\.json$/i.test(name))
    if (suite) begin({ name: null, suite: suite[1], files: Object.fromEntries(read.filter((one) => one !== suite)) }, 'limits')
  }
  return (
    <div className={parts.page}>
      <PageHead title="New experiment" actions={<Button loading={add.isPending} onClick={() => begin({ files: {} }, 'objective')}>Begin with an empty page</Button>}>Seven steps in any order. What you write is kept as you write it; nothing is sent to a model before you say so.</PageHead>
      {add.isError && <Trouble error={add.error} safe="Nothing was made." />}
      <section className={`card ${css.part}`} aria-labelledby="templates">
        <h2 id="templates">From a template</h2>
        <p className="muted">Each is whole and runs as it is, on the simulator: without a key, a network or a cent.</p>
        <TextInput label="Who answers" description="Empty leaves the simulator" placeholder="openai/gpt-4o-mini" maw={320} value={model} onChange={(e) => draft.write(e.currentTarget.value)} />
        {templates.isLoadingError ? <Trouble error={templates.error} retry={() => void templates.refetch()} /> : !templates.data ? <Bones lines={4} /> : (
          <ul className={css.templates}>{templates.data.map((one) => <li key={one.name}><button type="button" aria-disabled={add.isPending} onClick={() => { if (!add.isPending) begin({ template: one.name, model: model.trim() || null, files: {} }, 'objective') }}><b>{words(one.name)}</b><span>{one.about}</span></button></li>)}</ul>
        )}
      </section>
      <section className={`card ${css.part}`} aria-labelledby="suite">
        <h2 id="suite">From a suite</h2>
        <FileInput label="Files" description="edison.yaml, and the files that it names" placeholder="Choose files" multiple maw={420} value={[]} onChange={(chosen) => void take(chosen)} />
      </section>
    </div>
  )
}
