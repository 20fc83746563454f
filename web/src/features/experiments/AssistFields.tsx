import { MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import type { NewDraft } from '../../api/client'
import { plural, words } from '../../lib/numbers'
import { parts } from '../../ui/Parts'
import { TECHNIQUES } from './definition'
import css from './WizardPage.module.css'

/** How a model that writes is asked; what is empty is as usual. */
export interface How { model: string; alternatives: number | string; focus: string[]; technique: string; budget: number | string }
export const AS_USUAL: How = { model: '', alternatives: '', focus: [], technique: 'direct', budget: '' }
const USUALLY = 2

type Said = Pick<NewDraft, 'alternatives' | 'focus' | 'technique' | 'budget_usd'>
/** An improvement is one, aimed at criteria; a draft comes in several ways. */
export const howOf = (how: How, mode: NewDraft['mode']): Said => ({
  alternatives: mode !== 'draft' ? 1 : typeof how.alternatives === 'number' ? how.alternatives : USUALLY,
  focus: mode === 'improve' ? how.focus : [],
  technique: how.technique as NonNullable<NewDraft['technique']>,
  budget_usd: typeof how.budget === 'number' && how.budget > 0 ? how.budget : null,
})

interface Props { value: How; writer: string | null; criteria: string[]; onChange: (change: Partial<How>) => void }

/** Seldom needed: in how many ways, for which criteria, how the writer is led, and for how much at most. */
export function AssistFields({ value, writer, criteria, onChange }: Props) {
  const told = [typeof value.alternatives === 'number' && plural(value.alternatives, 'suggestion'), value.focus.length > 0 && `for ${value.focus.join(', ')}`, value.technique !== 'direct' && words(value.technique), typeof value.budget === 'number' && `$${value.budget} at most`].filter(Boolean).join(', ')
  return (
    <details className={parts.fold}>
      <summary>How it is written <span className="muted">{told || 'as usual'}</span></summary>
      <div className={css.pair}>
        <NumberInput size="xs" label="Suggestions" description="Of a draft" min={1} max={5} allowDecimal={false} placeholder={String(USUALLY)} value={value.alternatives} onChange={(alternatives) => onChange({ alternatives })} />
        <NumberInput size="xs" label="Budget in dollars" description="It is never exceeded" min={0} decimalScale={4} prefix="$" placeholder="the experiment’s" value={value.budget} onChange={(budget) => onChange({ budget })} />
        <Select size="xs" label="How the writer is led" description="Some take several calls" allowDeselect={false} data={TECHNIQUES.map((one) => ({ value: one, label: words(one) }))} value={value.technique} onChange={(technique) => onChange({ technique: technique ?? 'direct' })} />
        {writer && <TextInput size="xs" label="Who writes" description="As provider/model" placeholder={writer} value={value.model} onChange={(e) => onChange({ model: e.currentTarget.value })} />}
      </div>
      {criteria.length > 0 && <MultiSelect size="xs" label="What an improvement is to help" placeholder={value.focus.length > 0 ? '' : 'all criteria of the rubric'} data={[...new Set(criteria)]} value={value.focus.filter((one) => criteria.includes(one))} onChange={(focus) => onChange({ focus })} />}
    </details>
  )
}
