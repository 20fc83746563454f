import { Button } from '@mantine/core'
import { plural } from '../../../lib/numbers'
import { PromptEditor } from '../../../ui/PromptEditor'
import { textOf } from '../definition'
import { useUnread } from '../unread'
import css from '../WizardPage.module.css'

type Rest = Record<string, unknown>
interface Example { user: string; assistant: string }
interface Props { name: string; rest: Rest; known: string[]; onChange: (rest: Rest) => void }

/** What belongs to a prompt beside its words: examples, tools, the form of the answer, and whatever else a suite says. */
export function PromptParts({ name, rest, known, onChange }: Props) {
  const { few_shots, tools, schema, ...other } = rest
  const examples = examplesOf(few_shots)
  const put = (key: string, value: unknown): void => {
    const { [key]: _, ...others } = rest
    const isNothing = value === undefined || value === null || (Array.isArray(value) && value.length === 0)
    onChange(isNothing ? others : { ...others, [key]: value })
  }
  return (
    <>
      <details open={examples.length > 0 || undefined}>
        <summary>Examples{examples.length > 0 && `: ${examples.length}`}</summary>
        <div className={css.inner}>
          <p className="muted">A question with the answer that is wanted, sent before the real one.</p>
          {examples.map((one, i) => <Shot key={i} number={i + 1} one={one} known={known} onChange={(now) => put('few_shots', examples.with(i, now))} onRemove={() => put('few_shots', examples.toSpliced(i, 1))} />)}
          <div><Button size="compact-sm" variant="default" onClick={() => put('few_shots', [...examples, { user: '', assistant: '' }])}>Add an example</Button></div>
        </div>
      </details>
      <Structure name={`${name} tools`} title={Array.isArray(tools) && tools.length > 0 ? `Tools: ${tools.map((one) => textOf((one as Rest | null)?.name) || 'one without a name').join(', ')}` : 'Tools'} label="Tools as JSON" about="A list; each with a name, a description and parameters as a JSON schema of an object" placeholder={'[{"name": "find_order", "description": "…", "parameters": {"type": "object", "properties": {"number": {"type": "string"}}}}]'} stored={tools} read={listIn} onChange={(value) => put('tools', value)} />
      <Structure name={`${name} schema`} title="Form of the answer" label="JSON schema" about="The answer must follow it; it is asked for where the model knows how, and checked in any case" placeholder={'{"type": "object", "properties": {"class": {"type": "string"}}, "required": ["class"]}'} stored={schema} read={mappingIn} onChange={(value) => put('schema', value)} />
      {Object.keys(other).length > 0 && <Structure name={`${name} rest`} title={plural(Object.keys(other).length, 'other setting')} label="As JSON" about="As in a suite" placeholder="{}" stored={other} read={mappingIn} onChange={(value) => onChange({ ...Object.fromEntries(Object.entries({ few_shots, tools, schema }).filter(([, one]) => one !== undefined)), ...(value ?? {}) })} />}
    </>
  )
}

function Shot({ number, one, known, onChange, onRemove }: { number: number; one: Example; known: string[]; onChange: (one: Example) => void; onRemove: () => void }) {
  return (
    <fieldset className={css.box}>
      <legend>Example {number}</legend>
      <div className={css.shot}>
        <PromptEditor label={`Question ${number}`} rows={2} known={known} value={one.user} onChange={(user) => onChange({ ...one, user })} />
        <PromptEditor label={`Wanted answer ${number}`} rows={2} known={known} value={one.assistant} onChange={(assistant) => onChange({ ...one, assistant })} />
      </div>
      <div><Button size="compact-xs" variant="subtle" color="gray" onClick={onRemove}>Remove example {number}</Button></div>
    </fieldset>
  )
}

interface StructureProps<T> { name: string; title: string; label: string; about: string; placeholder: string; stored: unknown; read: (text: string) => T; onChange: (value: T) => void }
/** Something that is written as JSON; what cannot be read yet is kept and not taken. */
function Structure<T>({ name, title, label, about, placeholder, stored, read, onChange }: StructureProps<T>) {
  const { text, problem, write } = useUnread(name, stored === undefined ? '' : JSON.stringify(stored, null, 2), read, onChange)
  return (
    <details open={text !== '' || undefined}>
      <summary>{title}</summary>
      <div className={css.inner}><PromptEditor kind="json" label={label} description={about} placeholder={placeholder} rows={4} error={problem && `Not taken yet: ${problem}`} value={text} onChange={write} /></div>
    </details>
  )
}

const examplesOf = (value: unknown): Example[] => (Array.isArray(value) ? value.map((one: unknown) => ({ user: textOf((one as Rest | null)?.user), assistant: textOf((one as Rest | null)?.assistant) })) : [])

function mappingIn(text: string): Rest | undefined {
  const read: unknown = text.trim() ? JSON.parse(text) : undefined
  if (read === null || (read !== undefined && (typeof read !== 'object' || Array.isArray(read)))) throw new Error('it is no object')
  return read as Rest | undefined
}

function listIn(text: string): unknown[] | undefined {
  const read: unknown = text.trim() ? JSON.parse(text) : undefined
  if (read !== undefined && !Array.isArray(read)) throw new Error('it is no list')
  return read as unknown[] | undefined
}
