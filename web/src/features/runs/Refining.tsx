import { NumberInput, Select, TextInput } from '@mantine/core'
import type { RefineWish } from '../../api/client'
import css from './NewRunPage.module.css'

export interface RefineDraft { rounds: number | string; candidates: number | string; refiner: string; prompt: string; autonomy: string | null }
export const AS_THE_SUITE_SAYS: RefineDraft = { rounds: '', candidates: '', refiner: '', prompt: '', autonomy: null }
export const AUTONOMIES = [{ value: 'autopilot', label: 'Autopilot: adopt what is surely better' }, { value: 'approve_each', label: 'Approve each: ask before adopting' }, { value: 'manual', label: 'Manual: a person decides in every round' }]

const whole = (value: number | string): number | null => (typeof value === 'number' && value > 0 ? value : null)
export const refineWishOf = (draft: RefineDraft): RefineWish => ({ rounds: whole(draft.rounds), candidates: whole(draft.candidates), refiner: draft.refiner.trim() || null, prompt: draft.prompt.trim() || null, autonomy: draft.autonomy as NonNullable<RefineWish['autonomy']> | null })

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
      <Select label="Who decides" clearable placeholder="As the suite says" data={AUTONOMIES} value={value.autonomy} onChange={(autonomy) => onChange({ ...value, autonomy })} />
    </fieldset>
  )
}
