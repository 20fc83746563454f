import { NumberInput, Select, TextInput } from '@mantine/core'
import type { SomeCases } from '../api/client'
import { plural } from '../lib/numbers'
import { parts } from './Parts'
import css from './SomeCases.module.css'

export interface SomeDraft { limit: number | string; cases: string; tags: string; pause: string | null }
export const ALL_CASES: SomeDraft = { limit: '', cases: '', tags: '', pause: null }
const PAUSES = [{ value: 'generate', label: 'When all is answered' }, { value: 'check', label: 'When all is checked' }, { value: 'judge', label: 'When all is judged' }]

/** Names with commas between them, each once. */
const namesIn = (text: string): string[] => [...new Set(text.split(',').map((name) => name.trim()).filter(Boolean))]

export const someOf = (draft: SomeDraft): SomeCases => ({ limit: typeof draft.limit === 'number' && draft.limit > 0 ? draft.limit : null, only_cases: namesIn(draft.cases), only_tags: namesIn(draft.tags), pause_after: draft.pause as NonNullable<SomeCases['pause_after']> | null })

function told(value: SomeDraft): string {
  const [cases, tags] = [namesIn(value.cases).length, namesIn(value.tags).length]
  const said = [cases > 0 && plural(cases, 'id'), tags > 0 && plural(tags, 'tag'), typeof value.limit === 'number' && `the first ${value.limit}`, value.pause && 'a stop on the way'].filter(Boolean)
  return said.length > 0 ? said.join(', ') : 'all of them, to the end'
}

/** Which cases are asked about this time, and where a person looks before it goes on. */
export function SomeCasesFields({ value, onChange, what = 'case' }: { value: SomeDraft; onChange: (value: SomeDraft) => void; what?: string }) {
  const write = (change: Partial<SomeDraft>): void => onChange({ ...value, ...change })
  return (
    <details className={parts.fold}>
      <summary>Only some of the {what}s <span className="muted">now: {told(value)}</span></summary>
      <div className={css.fields}>
        <NumberInput size="xs" label={`The first, of those that are left`} placeholder="all" min={1} allowDecimal={false} value={value.limit} onChange={(limit) => write({ limit })} />
        <TextInput size="xs" label="With one of these tags" placeholder="any; commas between them" value={value.tags} onChange={(e) => write({ tags: e.currentTarget.value })} />
        <TextInput size="xs" label="With one of these ids" placeholder="any; commas between them" value={value.cases} onChange={(e) => write({ cases: e.currentTarget.value })} />
        <Select size="xs" label="Stop, so that a person may look" clearable placeholder="it goes on to the end" data={PAUSES} value={value.pause} onChange={(pause) => write({ pause })} />
      </div>
    </details>
  )
}
