import { ActionIcon, Autocomplete, Button, Select, Textarea } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Card, get } from '../../../api/client'
import { estimate, words } from '../../../lib/numbers'
import { parts } from '../../../ui/Parts'
import { useServers } from '../../settings/queries'
import { Assist } from '../Assist'
import { type Asked, askedOf, criteriaOf, isKept, isRubricShown, keptName, TECHNIQUES, textOf, withKey, writtenAsked } from '../definition'
import type { StepProps } from '../WizardPage'
import css from '../WizardPage.module.css'
import { Keep, KeptLine } from './KeptParts'

const MODES = [{ value: 'pointwise', label: 'Scores one answer' }, { value: 'pairwise', label: 'Chooses the better of two' }, { value: 'verdict', label: 'Names stages of a scale' }]
const THINKING = TECHNIQUES.map((value) => ({ value, label: words(value) }))
const PRETENDED = ['sim/edison-judge-fair', 'sim/edison-judge-strict']
const STANDING = { qualified: 'qualified', qualified_with_warnings: 'qualified, with warnings', unqualified: 'not qualified' }

/** Who assesses, each with what is known of it as an instrument. */
export function Judges({ experiment, writing, value, define }: StepProps) {
  const judges = askedOf(value.definition.judges)
  const cards = useQuery({ queryKey: ['judges'], queryFn: ({ signal }) => get<Card[]>('/api/judges', signal) }).data ?? []
  const known = useServers().data?.flatMap((one) => one.models) ?? []
  const write = (next: Asked[]): void => define((now) => withKey(now, 'judges', writtenAsked(next)))
  const edit = (at: number, change: Partial<Asked>): void => write(judges.map((one, i) => (i === at ? { ...one, ...change } : one)))
  const instructions = textOf(judges[0]?.instructions)
  return (
    <>
      <h2>Who judges?</h2>
      {judges.length > 0 && isRubricShown(value.definition) && criteriaOf(value.definition).length === 0 && <p className={parts.note}>Judges go by a rubric, and there is none yet.</p>}
      <ul className={css.rows} aria-label="Judges">
        {judges.map((one, at) => (
          isKept(one.model) ? <li key={at}><KeptLine kind="judge" name={keptName(one.model)} project={experiment.project} onRemove={() => write(judges.filter((_, i) => i !== at))} /></li> : <li key={at}>
            <div className={css.asked}>
              <Autocomplete size="xs" label="Judge" placeholder="openai/gpt-4o" limit={40} data={[...new Set([...known, ...PRETENDED])]} value={one.model} onChange={(model) => edit(at, { model })} />
              <Select size="xs" label="What it gives back" allowDeselect={false} data={MODES} value={textOf(one.mode) || 'pointwise'} onChange={(mode) => edit(at, { mode: mode === 'pointwise' ? undefined : (mode ?? undefined) })} />
              <Select size="xs" label="How it thinks" allowDeselect={false} data={THINKING} value={textOf(one.technique) || textOf(one.thinking) || 'reason_first'} onChange={(technique) => edit(at, { thinking: undefined, technique: technique === 'reason_first' ? undefined : (technique ?? undefined) })} />
              <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${one.model || `judge ${at + 1}`}`} onClick={() => write(judges.filter((_, i) => i !== at))}><IconX size={16} /></ActionIcon>
            </div>
            <KnownOf model={one.model} cards={cards} />
            <Textarea size="xs" label="Instructions" description="Added to what every judge is told" autosize minRows={1} maxRows={8} value={textOf(one.instructions)} onChange={(e) => edit(at, { instructions: e.currentTarget.value })} />
          </li>
        ))}
      </ul>
      <div className={parts.actions}><Button variant="default" onClick={() => write([...judges, { model: '' }])}>Add a judge</Button><Keep kind="judge" project={experiment.project ?? undefined} value={judges.length === 1 && judges[0]?.model.includes('/') ? (writtenAsked(judges)[0] ?? null) : null} onTake={(name) => write([...judges.filter((one) => one.model), { model: name }])} /></div>
      {judges.length > 0 && !isKept(judges[0]?.model ?? '') && <Assist kind="judge" text={instructions} told={(draft) => draft.text} onTake={(draft) => edit(0, { instructions: draft.text })} {...{ experiment, writing, value }} />}
    </>
  )
}

/** The card of a judge in a line. */
function KnownOf({ model, cards }: { model: string; cards: Card[] }) {
  const card = cards.find((one) => one.judge.name === model || one.profiles.some((profile) => profile.model === model))
  if (!model.includes('/')) return null
  if (!card) return <p className={css.card}><span className={css.standing} data-standing="none">not examined</span><span className="muted">Nothing is known of it as a judge. <Link to="/judges">Examine it</Link></span></p>
  const [name, measure] = Object.entries(card.measures)[0] ?? []
  return <p className={css.card}><span className={css.standing} data-standing={card.standing}>{STANDING[card.standing]}</span>{name && measure && <span>{words(name)} {estimate(measure.value, measure.interval)}</span>}{card.biases.length > 0 && <span className="muted">leans to {card.biases.map(words).join(', ')}</span>}<Link to="/judges">Card</Link></p>
}
