import { Textarea } from '@mantine/core'
import { plural } from '../../../lib/numbers'
import { type Definition, listOf } from '../definition'
import { parts } from '../../../ui/Parts'
import { useUnread } from '../unread'
import css from '../WizardPage.module.css'

/** What is found without a judge: one check in each line, as JSON or as `kind: value`. */
export function Checks({ definition, name, onChange }: { definition: Definition; name: string; onChange: (checks: unknown[]) => void }) {
  const checks = listOf(definition.checks)
  const { text, problem, write } = useUnread(name, checks.map(written).join('\n'), linesIn, onChange)
  return (
    <details className={parts.fold} open={checks.length > 0 || problem !== null || undefined}>
      <summary>Checks, which need no judge <span className="muted">{checks.length > 0 ? plural(checks.length, 'check') : 'none'}</span></summary>
      <Textarea className={css.code ?? ''} label="Checks of every answer" description="One in each line, as kind: value, or as JSON where it has more to say; {{ expect }} stands for what the case expects" placeholder={'icontains: "{{ expect }}"\nlength: {"max_words": 120}\nnot_empty'} autosize minRows={3} maxRows={14} spellCheck={false} error={problem && `Not taken yet: ${problem}`} value={text} onChange={(e) => write(e.currentTarget.value)} />
    </details>
  )
}

function written(check: unknown): string {
  if (typeof check === 'string') return check
  const entries = check !== null && typeof check === 'object' ? Object.entries(check) : []
  const only = entries.length === 1 ? entries[0] : undefined
  return only ? `${only[0]}: ${JSON.stringify(only[1])}` : JSON.stringify(check)
}

function linesIn(text: string): unknown[] {
  return text.split('\n').flatMap((line, i) => {
    const said = line.trim().replace(/^- /, '')
    if (!said) return []
    if (said.startsWith('{')) return [readJson(said, i)]
    const [, kind, value] = /^([a-z][a-z0-9_-]*)\s*:\s*(.+)$/.exec(said) ?? []
    if (kind === undefined || value === undefined) {
      if (/^[a-z][a-z0-9_-]*$/.test(said)) return [said]
      throw new Error(`line ${i + 1}: write it as kind: value`)
    }
    return [{ [kind]: /^["[{]|^-?\d|^(true|false|null)$/.test(value) ? readJson(value, i) : value }]
  })
}

function readJson(text: string, i: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`line ${i + 1}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
