import { ActionIcon, Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { evened, scaled } from '../../../lib/weights'
import { parts } from '../../../ui/Parts'
import { Assist } from '../Assist'
import { Checks } from './Checks'
import { Keep } from './KeptParts'
import { type Criterion, criteriaOf, isKept, isRubricShown, keptName, textOf, withKey } from '../definition'
import type { StepProps } from '../WizardPage'
import css from '../WizardPage.module.css'

const scaleOf = (scale: unknown): string => (typeof scale === 'string' ? scale : Array.isArray(scale) ? scale.join('-') : scale === undefined ? '' : JSON.stringify(scale))
const told = (criteria: Criterion[]): string => criteria.map((one) => `${one.name} (${Math.round(100 * (one.weight ?? 1 / criteria.length))} %, ${scaleOf(one.scale) || '1-5'})\n  ${one.description ?? ''}`).join('\n')

/** What makes an answer good. Weights sum to one: changing one scales the others. */
export function Rubric({ experiment, writing, value, define }: StepProps) {
  const criteria = criteriaOf(value.definition)
  const weights = evened(criteria.map((one) => one.weight ?? null))
  const write = (next: Criterion[]): void => define((now) => withKey(now, 'rubric', next))
  const edit = (at: number, change: Partial<Criterion>): void => write(criteria.map((one, i) => (i === at ? { ...one, ...change } : one)))
  const weigh = (all: Criterion[], shares: number[]): Criterion[] => all.map((one, i) => ({ ...one, weight: shares[i] ?? 0 }))
  const drop = (at: number): void => { const left = criteria.filter((_, i) => i !== at); write(weigh(left, evened(weights.filter((_, i) => i !== at)))) }
  const add = (): void => { const all = [...criteria, { name: '', description: '', scale: '1-5' }]; write(weigh(all, scaled([...weights, 0], all.length - 1, 1 / all.length))) }
  const named = textOf(value.definition.rubric)
  const checks = <Checks definition={value.definition} name={`checks ${experiment.id}`} onChange={(next) => define((now) => withKey(now, 'checks', next))} />
  if (!isRubricShown(value.definition)) return (
    <>
      <h2>What makes an answer good?</h2>
      {isKept(named) ? <p>It takes the kept rubric <b>{keptName(named)}</b> as it stands when it is run. <Link to="/parts" search={{ kind: 'rubric', ...(experiment.project ? { project: experiment.project } : {}) }}>Look at it</Link> <Button size="compact-xs" variant="subtle" color="gray" onClick={() => write([])}>Write one here instead</Button></p> : <p>The rubric is in the file {named}; it is changed there.</p>}
      {checks}
    </>
  )
  return (
    <>
      <h2>What makes an answer good?</h2>
      <p className="muted">Judges score every criterion on its scale. Without a rubric there are no judges; checks alone decide.</p>
      <ul className={css.rows} aria-label="Criteria">
        {criteria.map((one, at) => (
          <li key={at}>
            <div className={css.criterion}>
              <TextInput size="xs" label="Criterion" maxLength={100} value={one.name} onChange={(e) => edit(at, { name: e.currentTarget.value })} />
              <TextInput size="xs" label="Scale" placeholder="1-5" disabled={typeof one.scale === 'object' && !Array.isArray(one.scale)} value={scaleOf(one.scale)} onChange={(e) => edit(at, { scale: e.currentTarget.value })} />
              <NumberInput size="xs" label="Weight" suffix=" %" min={0} max={100} step={5} decimalScale={2} value={Math.round(10_000 * (weights[at] ?? 0)) / 100} onChange={(given) => { if (typeof given === 'number') write(weigh(criteria, scaled(weights, at, given / 100))) }} />
              <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${one.name || `criterion ${at + 1}`}`} onClick={() => drop(at)}><IconX size={16} /></ActionIcon>
            </div>
            <Textarea size="xs" label="What a judge looks for" autosize minRows={1} maxRows={6} value={one.description ?? ''} onChange={(e) => edit(at, { description: e.currentTarget.value })} />
          </li>
        ))}
      </ul>
      <div className={parts.actions}><Button variant="default" onClick={add}>Add a criterion</Button><Keep kind="rubric" project={experiment.project ?? undefined} value={criteria.length > 0 ? criteria : null} onTake={(name) => define((now) => withKey(now, 'rubric', name))} />{criteria.length > 1 && <Button variant="subtle" color="gray" onClick={() => write(weigh(criteria, evened(criteria.map(() => 1))))}>All the same weight</Button>}</div>
      {checks}
      <Assist kind="rubric" text={criteria.length > 0 ? told(criteria) : ''} sent={JSON.stringify(criteria, null, 2)} told={(draft) => told(taken(draft)) || draft.text} onTake={(draft) => { const all = taken(draft); if (all.length > 0) write(weigh(all, evened(all.map((one) => one.weight ?? null)))) }} {...{ experiment, writing, value }} />
    </>
  )
}

/** What was written as criteria; none where it is no such list. */
function taken(draft: { value: unknown; text: string }): Criterion[] {
  try {
    return criteriaOf({ rubric: draft.value ?? JSON.parse(draft.text) })
  } catch {
    return []
  }
}
