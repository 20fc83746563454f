import { Button, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useProgress } from '../../api/live'
import { useDraft } from '../../lib/draft'
import { count } from '../../lib/numbers'
import { parts } from '../../ui/Parts'
import { DraftStart } from './DraftStart'
import { useDrafting } from './drafting'
import type { StepProps } from './WizardPage'
import css from './WizardPage.module.css'

interface Props extends Pick<StepProps, 'experiment' | 'writing' | 'value'> { variables: string[]; onDone: (set: string) => void }
const EMPTY = { name: '', number: 20 as number | string, kind: 'synthetic' as 'synthetic' | 'adversarial', hints: '', tags: [] as string[], languages: [] as string[], model: '' }
const KINDS = [{ value: 'synthetic', label: 'Synthetic: such as people ask' }, { value: 'adversarial', label: 'Adversarial: to find faults' }]

/** New cases from a model, into a set of their own; which run writes them is kept, so that a closed page finds it again. */
export function Generate({ experiment, writing, value, variables, onDone }: Props) {
  const draft = useDraft(`generate ${experiment.id}`, EMPTY)
  const wish = draft.value
  const drafting = useDrafting(`${experiment.id} cases`)
  const { found, isGoing, leave } = drafting
  const progress = useProgress(drafting.run ?? '').data
  const write = (changes: Partial<typeof EMPTY>): void => { drafting.reset(); draft.write({ ...wish, ...changes }) }
  const made = found.data?.dataset
  const forget = draft.forget
  useEffect(() => {
    if (!made) return
    forget()
    leave()
    onDone(made.split('@')[0] ?? made)
  }, [made, forget, leave, onDone])
  const look = async (): Promise<void> => {
    await writing.flush()
    drafting.look({ kind: 'cases', mode: 'draft', experiment: experiment.id, goal: '', text: '', focus: [], alternatives: 1, technique: 'direct', model: wish.model.trim() || null, budget_usd: null, project: experiment.project, cases: { name: wish.name, kind: wish.kind, count: typeof wish.number === 'number' ? wish.number : 20, diversity: 0.5, hints: wish.hints.split('\n').map((line) => line.trim()).filter(Boolean), tags: wish.tags, languages: wish.languages, lengths: [], spots: [], beside: null } })
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
      <DraftStart drafting={drafting} safe="What you wrote is kept in this browser." />
      {!isGoing && found.data && !made && <p className={parts.note} role="status">It ended without a set: {found.data.drafts.find((one) => one.failed)?.failed ?? found.data.note ?? 'nothing could be used'}. <Button size="compact-xs" variant="subtle" onClick={leave}>Try again</Button></p>}
      <div className={parts.actions}>
        <Button disabled={!/^[\w.-]{1,100}$/.test(wish.name) || isGoing || drafting.isUnheard} loading={isGoing || drafting.isLooking} variant={drafting.looked ? 'default' : 'filled'} onClick={() => void look()}>Look at it first</Button>
        {isGoing && <span className="muted" role="status">{progress ? `${count(progress.attempts)} calls so far` : 'It begins …'} {value.name}</span>}
      </div>
    </>
  )
}
