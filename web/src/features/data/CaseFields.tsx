import { Select, Slider, TagsInput, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { NewDraft } from '../../api/client'
import { words } from '../../lib/numbers'
import { parts } from '../../ui/Parts'
import css from './DataPage.module.css'

/** What cases that a model writes are like, and how it is led to them; what is empty is as usual. */
export interface Like { diversity: number; lengths: string[]; languages: string[]; technique: string; embedder: string }
export const AS_USUAL: Like = { diversity: 0.5, lengths: [], languages: [], technique: 'direct', embedder: '' }
const TECHNIQUES = ['direct', 'reason_first', 'step_by_step', 'self_consistency', 'critique_and_revise', 'panel', 'debate']

type Cases = NonNullable<NewDraft['cases']>
export const casesLike = (like: Like): Pick<Cases, 'diversity' | 'lengths' | 'languages' | 'embedder'> => ({ diversity: like.diversity, lengths: like.lengths, languages: like.languages, embedder: like.embedder.trim() || null })
export const techniqueOf = (like: Like): NonNullable<NewDraft['technique']> => like.technique as NonNullable<NewDraft['technique']>

const told = (diversity: number): string => (diversity < 0.3 ? 'much alike' : diversity > 0.7 ? 'little in common' : 'of some variety')

export function CaseFields({ value, onChange }: { value: Like; onChange: (change: Partial<Like>) => void }) {
  const id = useId()
  const said = [told(value.diversity), value.languages.join(', '), value.lengths.join(', '), value.technique !== 'direct' && words(value.technique)].filter(Boolean).join('; ')
  return (
    <details className={parts.fold}>
      <summary>What they are like <span className="muted">{said}</span></summary>
      <div>
        <p id={id}>They are <b>{told(value.diversity)}</b></p>
        <Slider size="sm" min={0} max={1} step={0.05} label={null} thumbLabel="Diversity, from much alike to little in common" value={value.diversity} onChange={(diversity) => onChange({ diversity })} />
      </div>
      <div className={css.like}>
        <TagsInput size="xs" label="Languages" description="They are spread over these" value={value.languages} onChange={(languages) => onChange({ languages })} />
        <TagsInput size="xs" label="Lengths" description="Such as short, medium, long" value={value.lengths} onChange={(lengths) => onChange({ lengths })} />
        <Select size="xs" label="How the writer is led" description="Some take several calls" allowDeselect={false} data={TECHNIQUES.map((one) => ({ value: one, label: words(one) }))} value={value.technique} onChange={(technique) => onChange({ technique: technique ?? 'direct' })} />
        <TextInput size="xs" label="Who makes vectors" description="To leave out what is written twice" placeholder="this machine" value={value.embedder} onChange={(e) => onChange({ embedder: e.currentTarget.value })} />
      </div>
    </details>
  )
}
