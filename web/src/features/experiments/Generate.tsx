import { Button, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useProgress } from '../../api/live'
import { useDraft } from '../../lib/draft'
import { count } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import { useDraftRun, useDrafts } from './queries'
import type { StepProps } from './WizardPage'
import css from './WizardPage.module.css'

interface Props extends Pick<StepProps, 'experiment' | 'writing' | 'value'> { variables: string[]; onDone: (set: string) => void }
const EMPTY = { name: '', number: 20 as number | string, kind: 'synthetic' as 'synthetic' | 'adversarial', hints: '', tags: [] as string[], languages: [] as string[], model: '', run: null as string | null }
const KINDS = [{ value: 'synthetic', label: 'Synthetic: such as people ask' }, { value: 'adversarial', label: 'Adversarial: to find faults' }]

/** New cases from a model, into a set of their own; which run writes them is remembered, so that a closed page finds it again. */
export function Generate({ experiment, writing, value, variables, onDone }: Props) {
  const draft = useDraft(`generate ${experiment.id}`, EMPTY)
  const wish = draft.value
  const start = useDraftRun()
  const found = useDrafts(wish.run)
  const progress = useProgress(wish.run ?? '').data
  const write = (changes: Partial<typeof EMPTY>): void => draft.write({ ...wish, ...changes })
  const isGoing = start.isPending || (wish.run !== null && (!found.data || found.data.state === 'running'))
  const made = found.data?.dataset
  const forget = draft.forget
  useEffect(() => {
    if (!made) return
    forget()
    onDone(made.split('@')[0] ?? made)
  }, [made, forget, onDone])
  const begin = async (): Promise<void> => {
    await writing.flush()
    start.mutate(
      { kind: 'cases', mode: 'draft', experiment: experiment.id, goal: '', text: '', focus: [], alternatives: 1, technique: 'direct', model: wish.model.trim() || null, budget_usd: null, project: experiment.project, cases: { name: wish.name, kind: wish.kind, count: typeof wish.number === 'number' ? wish.number : 20, diversity: 0.5, hints: wish.hints.split('\n').map((line) => line.trim()).filter(Boolean), tags: wish.tags, languages: wish.languages, lengths: [], spots: [], beside: null } },
      { onSuccess: (run) => write({ run: run.run }) },
    )
  }
  return (
    <>
      <p className="muted">Written for {variables.length > 0 ? `the variables ${variables.join(', ')}` : 'the goal'}. What a model wrote is unverified until a person approves it, under Data.</p>
      <div className={css.pair}>
        <TextInput label="Name of the new set" description="Letters, digits, dots, dashes, underscores" maxLength={100} value={wish.name} onChange={(e) => write({ name: e.currentTarget.value })} />
        <NumberInput label="Cases" min={1} max={2000} allowDecimal={false} value={wish.number} onChange={(number) => write({ number })} />
        <Select label="Kind" allowDeselect={false} data={KINDS} value={wish.kind} onChange={(kind) => write({ kind: (kind ?? 'synthetic') as typeof wish.kind })} />
      </div>
      <Textarea label="Hints" description="What should come up, one in each line" autosize minRows={2} maxRows={8} value={wish.hints} onChange={(e) => write({ hints: e.currentTarget.value })} />
      <div className={css.pair}>
        <TagsInput label="Tags" value={wish.tags} onChange={(tags) => write({ tags })} />
        <TagsInput label="Languages" value={wish.languages} onChange={(languages) => write({ languages })} />
        <TextInput label="Who writes" placeholder="as the experiment has it" value={wish.model} onChange={(e) => write({ model: e.currentTarget.value })} />
      </div>
      {start.isError && <Trouble error={start.error} safe="Nothing was written and nothing was paid for." />}
      {found.isError && <Trouble error={found.error} retry={() => void found.refetch()} />}
      {!isGoing && found.data && !made && <p className={parts.note} role="status">It ended without a set: {found.data.drafts.find((one) => one.failed)?.failed ?? found.data.note ?? 'nothing could be used'}. <Button size="compact-xs" variant="subtle" onClick={() => write({ run: null })}>Try again</Button></p>}
      <div className={parts.actions}>
        <Button disabled={!/^[\w.-]{1,100}$/.test(wish.name) || isGoing} loading={isGoing} onClick={() => void begin()}>Have them written</Button>
        {isGoing && <span className="muted" role="status">{progress ? `${count(progress.attempts)} calls so far` : 'It begins …'} {value.name}</span>}
      </div>
    </>
  )
}
