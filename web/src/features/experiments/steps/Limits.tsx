import { Button, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import type { ExperimentCheck } from '../../../api/client'
import { useDraft } from '../../../lib/draft'
import { plural, words } from '../../../lib/numbers'
import { EstimateCard } from '../../../ui/EstimateCard'
import { parts, Trouble } from '../../../ui/Parts'
import { ALL_CASES, SomeCasesFields, someOf } from '../../../ui/SomeCases'
import { AUTONOMIES, CHALLENGES, STRATEGIES } from '../../runs/Refining'
import { CALLED, type Definition, stepOf, TECHNIQUES, textOf, withKey } from '../definition'
import { type How, useCheck, useStart } from '../queries'
import type { StepProps } from '../WizardPage'
import css from '../WizardPage.module.css'
import { Rest } from './Rest'
import { SafetyFields } from './Safety'

const route = getRouteApi('/experiments/$experiment/edit')
const DOES = [{ value: 'run', label: 'Ask, check and judge' }, { value: 'refine', label: 'Refine the prompt' }]
const numberIn = (value: unknown): number | '' => (typeof value === 'number' ? value : '')

/** How far it may go; looked at as a whole, with what it may cost; then started. */
export function Limits({ experiment, writing, value, define }: StepProps) {
  const go = route.useNavigate()
  const isRefined = value.definition.preset === 'refine-prompt'
  const how: How = isRefined ? 'refine' : 'run'
  const check = useCheck(experiment.id)
  const start = useStart(experiment.id)
  const key = useRef(crypto.randomUUID())
  const chosen = useDraft(`some cases ${experiment.id}`, ALL_CASES)
  const some = someOf({ ...chosen.value, ...(isRefined ? { pause: null } : {}) })
  const refine = (value.definition.refine ?? {}) as Definition
  const anew = (): void => { key.current = crypto.randomUUID(); check.reset(); start.reset() }
  const set = (name: string, to: unknown): void => { anew(); define((now) => withKey(now, name, to)) }
  const setRefine = (name: string, to: unknown): void => { const next = withKey(refine, name, to); set('refine', Object.keys(next).length > 0 ? next : undefined) }
  const look = async (): Promise<void> => { if (await writing.flush()) check.mutate({ how, some }) }
  const begin = async (): Promise<void> => {
    if (await writing.flush()) start.mutate({ how, some, key: key.current }, { onSuccess: (run) => { chosen.forget(); void go({ to: how === 'refine' ? '/runs/$run/refinement' : '/runs/$run', params: { run: run.id }, search: {} }) } })
  }
  return (
    <>
      <h2>How far may it go?</h2>
      <SegmentedControl aria-label="What is done" data={DOES} value={how} onChange={(does) => set('preset', does === 'refine' ? 'refine-prompt' : undefined)} />
      <div className={css.pair}>
        <NumberInput label="Budget in dollars" description="Judges included; it is never exceeded" min={0} decimalScale={2} prefix="$" value={numberIn(value.definition.budget_usd)} onChange={(given) => set('budget_usd', typeof given === 'number' && given > 0 ? given : undefined)} />
        <NumberInput label="Answers to every question" description="Repeats show how steady a model is" min={1} max={10_000} allowDecimal={false} placeholder="1" value={numberIn(value.definition.repeats)} onChange={(given) => set('repeats', typeof given === 'number' && given > 1 ? given : undefined)} />
        <NumberInput label="Calls at once" description="In flight, to each model" min={1} max={10_000} allowDecimal={false} placeholder="64" value={numberIn(value.definition.concurrency)} onChange={(given) => set('concurrency', typeof given === 'number' ? given : undefined)} />
      </div>
      {isRefined && (
        <fieldset className={css.box}>
          <legend>When refining ends</legend>
          <div className={css.pair}>
            <NumberInput label="Rounds, at most" min={1} max={100} allowDecimal={false} placeholder="5" value={numberIn(refine.rounds)} onChange={(given) => setRefine('rounds', given)} />
            <NumberInput label="Changes tried in each" min={1} max={8} allowDecimal={false} placeholder="2" value={numberIn(refine.candidates)} onChange={(given) => setRefine('candidates', given)} />
            <NumberInput label="Least gain" min={0} max={1} step={0.01} decimalScale={3} placeholder="0.02" value={numberIn(refine.gain)} onChange={(given) => setRefine('gain', given)} />
            <NumberInput label="Rounds in vain" min={2} allowDecimal={false} placeholder="2" value={numberIn(refine.window)} onChange={(given) => setRefine('window', given)} />
          </div>
          <div className={css.pair}>
            <TextInput label="Who writes" placeholder="the first judge’s model" value={textOf(refine.refiner)} onChange={(e) => setRefine('refiner', e.currentTarget.value)} />
            <Select label="How changes come about" clearable placeholder="Ensemble" data={STRATEGIES} value={textOf(refine.strategy) || null} onChange={(strategy) => setRefine('strategy', strategy)} />
            <Select label="How a change is challenged" clearable placeholder="By scores" data={CHALLENGES} value={textOf(refine.challenge) || null} onChange={(challenge) => setRefine('challenge', challenge)} />
            <Select label="How the writer is led" clearable placeholder="direct" data={TECHNIQUES.map((one) => ({ value: one, label: words(one) }))} value={textOf(refine.technique) || null} onChange={(technique) => setRefine('technique', technique)} />
            <Select label="Who decides" clearable placeholder="Autopilot" data={AUTONOMIES} value={textOf(refine.autonomy) || null} onChange={(autonomy) => setRefine('autonomy', autonomy)} />
          </div>
        </fieldset>
      )}
      <SafetyFields definition={value.definition} isRefined={isRefined} onChange={(safety) => set('safety', safety)} />
      <SomeCasesFields value={chosen.value} onChange={(next) => { anew(); chosen.write(next) }} />
      <Rest definition={value.definition} name={`rest ${experiment.id}`} onChange={(next) => { anew(); define(() => next) }} />
      <div className={parts.actions}><Button variant={check.data?.is_ready ? 'default' : 'filled'} loading={check.isPending} onClick={() => void look()}>Look at it first</Button></div>
      {check.isError && <Trouble error={check.error} safe="Nothing was started and nothing was paid for." />}
      {start.isError && <Trouble error={start.error} safe="Nothing was started twice: try again with the same button." />}
      {check.data && !check.data.is_ready && <Mistakes check={check.data} onOpen={(step) => void go({ search: { step } })} />}
      {check.data?.estimate && (
        <EstimateCard estimate={check.data.estimate} counts={[[how === 'refine' ? 'Answers, at most' : 'Answers', check.data.estimate.cells], ['Judgments, at most', check.data.estimate.judgments]]} start={how === 'refine' ? 'Start refining' : 'Start the run'} isStarting={start.isPending} onStart={() => void begin()}>
          {plural(check.data.estimate.cases, 'case')} for {check.data.estimate.arms.join(', ')}{check.data.estimate.judges.length > 0 && `; judged by ${check.data.estimate.judges.join(', ')}`}.
        </EstimateCard>
      )}
    </>
  )
}

/** All that is missing or wrong, each with the step in which it is mended. */
function Mistakes({ check, onOpen }: { check: ExperimentCheck; onOpen: (step: ReturnType<typeof stepOf>) => void }) {
  return (
    <section aria-label="What is missing">
      <h3>It cannot be started yet</h3>
      <ul className={css.mistakes}>
        {check.missing.map((name) => <li key={name}><button type="button" onClick={() => onOpen(stepOf(name))}>{CALLED[stepOf(name)]}</button>: {name} says nothing yet.</li>)}
        {check.mistakes.map((one) => <li key={`${one.path} ${one.what}`}><button type="button" onClick={() => onOpen(stepOf(one.path))}>{CALLED[stepOf(one.path)]}</button>: {one.path && <code>{one.path}</code>} {one.what}<small>{one.advice}</small></li>)}
      </ul>
    </section>
  )
}
