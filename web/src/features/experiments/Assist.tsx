import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Drafts, NewDraft } from '../../api/client'
import { compare } from '../../lib/diff'
import { useDraft } from '../../lib/draft'
import { DiffView } from '../../ui/DiffView'
import { AS_USUAL, AssistFields, type How, howOf } from './AssistFields'
import { askedOf, criteriaOf, textOf } from './definition'
import { DraftStart } from './DraftStart'
import { useDrafting } from './drafting'
import type { StepProps } from './WizardPage'
import css from './WizardPage.module.css'

type Draft = Drafts['drafts'][number]
type Mode = NonNullable<NewDraft['mode']>
interface Props extends Pick<StepProps, 'experiment' | 'writing' | 'value'> {
  kind: NewDraft['kind']
  /** What is there, as people read it. */
  text: string
  /** The same as it is sent, where that is another form. */
  sent?: string
  /** What is offered as it would be written here, to be compared with what is there; null where it cannot be written here. */
  told: (draft: Draft) => string | null
  onTake: (draft: Draft) => void
}
const MODES: [Mode, string][] = [['draft', 'Draft'], ['complete', 'Complete'], ['improve', 'Improve']]

/** A model writes, completes or improves; what it offers is a diff, and nothing is taken by itself. */
export function Assist({ kind, text, sent = text, told, onTake, experiment, writing, value }: Props) {
  const said = useDraft<How>(`writing ${experiment.id}`, AS_USUAL)
  const how = { ...AS_USUAL, ...said.value }
  const drafting = useDrafting(`${experiment.id} ${kind}`)
  const { run, found, isGoing } = drafting
  const writer = writerOf(value.definition)
  const goal = textOf(value.definition.goal).trim()
  const write = (change: Partial<How>): void => { drafting.reset(); said.write({ ...how, ...change }) }
  const usable = found.data?.drafts.filter((draft) => draft.failed === null) ?? []
  const wishOf = (mode: Mode): NewDraft => ({ kind, mode, experiment: experiment.id, goal: kind === 'goal' ? goal || value.name : '', text: mode === 'draft' ? '' : sent, ...howOf(how, mode), model: how.model.trim() || writer, cases: null, project: null })
  // What is written here is what it is asked to go on from.
  const look = async (mode: Mode): Promise<void> => { await writing.flush(); drafting.look(wishOf(mode)) }
  const begin = async (): Promise<void> => { await writing.flush(); drafting.begin(wishOf(drafting.wanted?.mode ?? 'draft')) }
  return (
    <section className={css.assist} aria-label="Have it written">
      <div className={css.bar}>
        <b>Have it written:</b>
        {MODES.filter(([one]) => kind !== 'cases' || one === 'improve').map(([one, called]) => <Button key={one} size="compact-sm" variant="default" loading={(isGoing || drafting.isLooking) && drafting.wanted?.mode === one} disabled={isGoing || drafting.isUnheard || (!writer && !how.model.trim()) || (one === 'draft' ? !goal && kind !== 'goal' : !text.trim())} onClick={() => void look(one)}>{called}</Button>)}
        {writer ? <span className="muted">by {how.model.trim() || writer}; paid for like any call</span> : <TextInput size="xs" aria-label="Who writes" placeholder="PROVIDER/MODEL" value={how.model} onChange={(e) => write({ model: e.currentTarget.value })} />}
      </div>
      <AssistFields value={how} writer={writer} criteria={criteriaOf(value.definition).map((one) => one.name).filter(Boolean)} onChange={write} />
      {!goal && kind !== 'goal' && <p className="muted">Say first what it is for, under Objective.</p>}
      <DraftStart drafting={drafting} safe="What you wrote stays as it is." onBegin={() => void begin()} />
      {!isGoing && found.data && <p className={usable.length > 0 ? 'sr' : 'muted'} role="status">{usable.length > 0 ? `${usable.length} suggested` : 'Nothing came back that can be used.'} {run && usable.length === 0 && <><Link to="/runs/$run/calls" params={{ run }} search={{}}>What was asked and answered</Link> <Button size="compact-xs" variant="subtle" onClick={drafting.leave}>Leave it</Button></>}</p>}
      {!isGoing && found.data?.drafts.map((draft, i) => <Option key={i} draft={draft} number={i + 1} of={found.data.drafts.length} before={text} after={draft.failed === null ? told(draft) : ''} onTake={() => { onTake(draft); drafting.leave() }} onLeave={drafting.leave} />)}
    </section>
  )
}

function Option({ draft, number, of, before, after, onTake, onLeave }: { draft: Draft; number: number; of: number; before: string; after: string | null; onTake: () => void; onLeave: () => void }) {
  const rows = useMemo(() => compare(before, after ?? before), [before, after])
  if (draft.failed !== null) return <p className="muted">One was not written: {draft.failed}</p>
  if (after === null) return <p className="muted">One is no list of cases any more and cannot be taken: {draft.note}</p>
  return (
    <article className={css.option}>
      <header><span>{of > 1 ? `Suggestion ${number} of ${of}` : 'Suggestion'}{draft.note && <span className="muted"> · {draft.note}</span>}</span><span className={css.bar}><Button size="compact-sm" onClick={onTake}>Take it</Button><Button size="compact-sm" variant="subtle" color="gray" onClick={onLeave}>Leave {of > 1 ? 'them' : 'it'}</Button></span></header>
      <DiffView rows={rows} split={false} label={`What suggestion ${number} would change`} />
    </article>
  )
}

/** As the server chooses: who refines, else the first judge, else the first model. */
function writerOf(definition: Record<string, unknown>): string | null {
  const refine = definition.refine as Record<string, unknown> | undefined
  const named = [...askedOf(refine?.refiner), ...askedOf(definition.judges).slice(0, 1), ...askedOf(definition.arms).slice(0, 1)]
  return named.find((one) => one.model.includes('/'))?.model ?? null
}
