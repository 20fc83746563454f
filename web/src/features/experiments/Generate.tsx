import { Button, NumberInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useProgress } from '../../api/live'
import { useDraft } from '../../lib/draft'
import { count } from '../../lib/numbers'
import { parts } from '../../ui/Parts'
import { AS_USUAL, CaseFields, casesLike, techniqueOf } from '../data/CaseFields'
import { DraftStart } from './DraftStart'
import { useDrafting } from './drafting'
import type { StepProps } from './WizardPage'
import css from './WizardPage.module.css'

interface Props extends Pick<StepProps, 'experiment' | 'writing' | 'value'> { variables: string[]; /** The set that is taken now, which may be gone on with. */ chosen: string; onDone: (set: string) => void }
const EMPTY = { ...AS_USUAL, name: '', number: 20 as number | string, kind: 'synthetic' as 'synthetic' | 'adversarial', hints: '', tags: [] as string[], model: '', budget: '' as number | string, goesOn: false }
const KINDS = [{ value: 'synthetic', label: 'Synthetic: such as people ask' }, { value: 'adversarial', label: 'Adversarial: to find faults' }]

/** New cases from a model, into a set of their own; which run writes them is kept, so that a closed page finds it again. */
export function Generate({ experiment, writing, value, variables, chosen, onDone }: Props) {
  const draft = useDraft(`generate ${experiment.id}`, EMPTY)
  const wish = { ...EMPTY, ...draft.value }
  const goesOn = wish.goesOn && chosen !== ''
  const name = goesOn ? chosen : wish.name
  const drafting = useDrafting(`${experiment.id} cases`)
  const { found, isGoing, leave } = drafting
  const progress = useProgress(drafting.run ?? '').data
  const write = (changes: Partial<typeof EMPTY>): void => { drafting.reset(); draft.write({ ...wish, ...changes }) }
  // A set that is gone on with is there from the beginning.
  const made = isGoing ? null : found.data?.dataset
  const forget = draft.forget
  useEffect(() => {
    if (!made) return
    forget()
    leave()
    onDone(made.split('@')[0] ?? made)
  }, [made, forget, leave, onDone])
  const look = async (): Promise<void> => {
    await writing.flush()
    drafting.look({ kind: 'cases', mode: goesOn ? 'complete' : 'draft', experiment: experiment.id, goal: '', text: '', focus: [], alternatives: 1, technique: techniqueOf(wish), model: wish.model.trim() || null, budget_usd: typeof wish.budget === 'number' && wish.budget > 0 ? wish.budget : null, project: experiment.project, cases: { name, kind: wish.kind, count: typeof wish.number === 'number' ? wish.number : 20, hints: wish.hints.split('\n').map((line) => line.trim()).filter(Boolean), tags: wish.tags, ...casesLike(wish), spots: [], beside: null } })
  }
  return (
    <>
      <p className="muted">Written for {variables.length > 0 ? `the variables ${variables.join(', ')}` : 'the goal'}. What a model wrote is unverified until a person approves it, under Data.</p>
      {chosen && <Switch size="xs" label={`Go on with ${chosen}: what is written is its next version`} checked={goesOn} onChange={(e) => write({ goesOn: e.currentTarget.checked })} />}
      <div className={css.pair}>
        {!goesOn && <TextInput label="Name of the new set" description="Letters, digits, dots, dashes, underscores" maxLength={100} value={wish.name} onChange={(e) => write({ name: e.currentTarget.value })} />}
        <NumberInput label="Cases" min={1} max={2000} allowDecimal={false} value={wish.number} onChange={(number) => write({ number })} />
        <Select label="Kind" allowDeselect={false} data={KINDS} value={wish.kind} onChange={(kind) => write({ kind: (kind ?? 'synthetic') as typeof wish.kind })} />
      </div>
      <Textarea label="Hints" description="What should come up, one in each line" autosize minRows={2} maxRows={8} value={wish.hints} onChange={(e) => write({ hints: e.currentTarget.value })} />
      <div className={css.pair}>
        <TagsInput label="Tags" value={wish.tags} onChange={(tags) => write({ tags })} />
        <TextInput label="Who writes" placeholder="as the experiment has it" value={wish.model} onChange={(e) => write({ model: e.currentTarget.value })} />
        <NumberInput label="Budget in dollars" min={0} decimalScale={4} prefix="$" placeholder="the experiment’s" value={wish.budget} onChange={(budget) => write({ budget })} />
      </div>
      <CaseFields value={wish} onChange={write} />
      <DraftStart drafting={drafting} safe="What you wrote is kept in this browser." />
      {!isGoing && found.data && !made && <p className={parts.note} role="status">It ended without a set: {found.data.drafts.find((one) => one.failed)?.failed ?? found.data.note ?? 'nothing could be used'}. <Button size="compact-xs" variant="subtle" onClick={leave}>Try again</Button></p>}
      <div className={parts.actions}>
        <Button disabled={!/^[\w.-]{1,100}$/.test(name) || isGoing || drafting.isUnheard} loading={isGoing || drafting.isLooking} variant={drafting.looked ? 'default' : 'filled'} onClick={() => void look()}>Look at it first</Button>
        {isGoing && <span className="muted" role="status">{progress ? `${count(progress.attempts)} calls so far` : 'It begins …'} {value.name}</span>}
      </div>
    </>
  )
}
