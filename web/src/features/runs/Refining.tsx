import { NumberInput, Select, TextInput } from '@mantine/core'
import type { RefineOptions } from '../../api/client'
import { words } from '../../lib/numbers'
import { TECHNIQUES } from '../experiments/definition'
import css from './NewRunPage.module.css'

export interface RefineDraft { rounds: number | string; candidates: number | string; refiner: string; prompt: string; autonomy: string | null; strategy?: string | null; challenge?: string | null; technique?: string | null; seed?: number | string }
export const AS_THE_SUITE_SAYS: RefineDraft = { rounds: '', candidates: '', refiner: '', prompt: '', autonomy: null, strategy: null, challenge: null, technique: null, seed: '' }
export const STRATEGIES = [{ value: 'ensemble', label: 'Ensemble: judges suggest, small edits' }, { value: 'rewrite', label: 'Rewrite: judges suggest, a whole new text' }, { value: 'gepa', label: 'GEPA: the text evolves' }]
export const CHALLENGES = [{ value: 'scores', label: 'By scores of single answers' }, { value: 'pairwise', label: 'Pairwise: the better of two answers' }]
export const AUTONOMIES = [{ value: 'autopilot', label: 'Autopilot: adopt what is surely better' }, { value: 'approve_each', label: 'Approve each: ask before adopting' }, { value: 'manual', label: 'Manual: a person decides in every round' }]

const whole = (value: number | string): number | null => (typeof value === 'number' && value > 0 ? value : null)
export const refineWishOf = (draft: RefineDraft): RefineOptions => ({ rounds: whole(draft.rounds), candidates: whole(draft.candidates), refiner: draft.refiner.trim() || null, prompt: draft.prompt.trim() || null, autonomy: draft.autonomy as NonNullable<RefineOptions['autonomy']> | null, strategy: (draft.strategy ?? null) as NonNullable<RefineOptions['strategy']> | null, challenge: (draft.challenge ?? null) as NonNullable<RefineOptions['challenge']> | null, technique: (draft.technique ?? null) as NonNullable<RefineOptions['technique']> | null, seed: typeof draft.seed === 'number' ? draft.seed : null })

/** How a prompt is refined; what is left empty is as the suite says. */
export function Refining({ value, onChange }: { value: RefineDraft; onChange: (value: RefineDraft) => void }) {
  return (
    <fieldset className={css.refining}>
      <legend>Refining</legend>
      <p className="muted">What is left empty is as the suite says.</p>
      <div className={css.pair}>
        <NumberInput label="Rounds, at most" min={1} max={100} allowDecimal={false} placeholder="5" value={value.rounds} onChange={(rounds) => onChange({ ...value, rounds })} />
        <NumberInput label="Changes tried in each" min={1} max={8} allowDecimal={false} placeholder="2" value={value.candidates} onChange={(candidates) => onChange({ ...value, candidates })} />
        <TextInput label="Who writes" placeholder="the first judge’s model" value={value.refiner} onChange={(e) => onChange({ ...value, refiner: e.currentTarget.value })} />
        <TextInput label="Prompt whose history goes on" placeholder="the suite’s name" maxLength={200} value={value.prompt} onChange={(e) => onChange({ ...value, prompt: e.currentTarget.value })} />
      </div>
      <div className={css.pair}>
        <Select label="How changes come about" clearable placeholder="As the suite says" data={STRATEGIES} value={value.strategy ?? null} onChange={(strategy) => onChange({ ...value, strategy })} />
        <Select label="How a change is challenged" clearable placeholder="As the suite says" data={CHALLENGES} value={value.challenge ?? null} onChange={(challenge) => onChange({ ...value, challenge })} />
        <Select label="How the writer is led" clearable placeholder="As the suite says" data={TECHNIQUES.map((one) => ({ value: one, label: words(one) }))} value={value.technique ?? null} onChange={(technique) => onChange({ ...value, technique })} />
        <NumberInput label="Seed" placeholder="drawn" min={0} allowDecimal={false} value={value.seed ?? ''} onChange={(seed) => onChange({ ...value, seed })} />
      </div>
      <Select label="Who decides" clearable placeholder="As the suite says" data={AUTONOMIES} value={value.autonomy} onChange={(autonomy) => onChange({ ...value, autonomy })} />
    </fieldset>
  )
}
