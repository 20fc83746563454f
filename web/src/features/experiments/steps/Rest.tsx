import { Textarea } from '@mantine/core'
import type { Definition } from '../definition'
import { parts } from '../../../ui/Parts'
import { useUnread } from '../unread'
import css from '../WizardPage.module.css'

/** What the seven steps show in fields of their own; all else of a definition is written here. */
const SHOWN = ['name', 'goal', 'description', 'rubric', 'prompt', 'prompts', 'cases', 'arms', 'judges', 'checks', 'budget_usd', 'repeats', 'concurrency', 'preset', 'refine', 'safety']

/** Everything of edison.yaml that no field shows, as JSON: seed, concurrency, cache, floors, providers and the rest. */
export function Rest({ definition, name, onChange }: { definition: Definition; name: string; onChange: (definition: Definition) => void }) {
  const rest = Object.fromEntries(Object.entries(definition).filter(([key]) => !SHOWN.includes(key)))
  const kept = Object.fromEntries(Object.entries(definition).filter(([key]) => SHOWN.includes(key)))
  const isSomething = Object.keys(rest).length > 0
  const { text, problem, write } = useUnread(name, isSomething ? JSON.stringify(rest, null, 2) : '', readRest, (next) => onChange({ ...kept, ...next }))
  return (
    <details className={parts.fold} open={isSomething || problem !== null || undefined}>
      <summary>What else a definition may say {!isSomething && <span className="muted">nothing now</span>}</summary>
      <Textarea className={css.code ?? ''} label="The rest of edison.yaml, as JSON" description="seed, concurrency, cache, fail_under, min_quality, providers and whatever else no step shows" placeholder={'{"seed": 7, "concurrency": 16, "fail_under": 0.9}'} autosize minRows={3} maxRows={14} spellCheck={false} error={problem && `Not taken yet: ${problem}`} value={text} onChange={(e) => write(e.currentTarget.value)} />
    </details>
  )
}

function readRest(text: string): Definition {
  if (!text.trim()) return {}
  const read: unknown = JSON.parse(text)
  if (read === null || typeof read !== 'object' || Array.isArray(read)) throw new Error('it is no object')
  const twice = Object.keys(read).filter((key) => SHOWN.includes(key))
  if (twice.length > 0) throw new Error(`${twice.join(', ')} has a step of its own`)
  return read as Definition
}
