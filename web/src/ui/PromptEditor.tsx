import { Textarea } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { compare } from '../lib/diff'
import { areFieldsPlain } from '../lib/plain'
import { DiffView, Templated } from './DiffView'
import css from './PromptEditor.module.css'

export interface Edited {
  label: string
  description?: string | undefined
  /** What cannot be taken yet, and why. */
  error?: string | null | undefined
  value: string
  onChange: (value: string) => void
  /** What it was made from: what differs is shown while it is written. */
  before?: string | undefined
  /** Templates have variables; the rest is structure. */
  kind?: 'template' | 'json'
  /** The names that stand for something; others are marked. Nothing is marked where none is known. */
  known?: string[] | undefined
  placeholder?: string | undefined
  rows?: number
}

/** The editor comes with the first page that needs it; where it cannot be fetched, a plain field does its work. */
const Editor = lazy(() => import('./Editor').catch(() => ({ default: PlainField })))

/** Where prompts, and what belongs to them, are written. */
export function PromptEditor(props: Edited) {
  const [plain] = useState(areFieldsPlain)
  return plain ? <PlainField {...props} /> : <Suspense fallback={<Coming {...props} />}><Editor {...props} /></Suspense>
}

function PlainField({ label, description, error, value, onChange, before, placeholder, rows = 5 }: Edited) {
  return (
    <div className={css.field}>
      <Textarea className={css.plain ?? ''} label={label} description={description} error={error} placeholder={placeholder} autosize minRows={rows} maxRows={24} spellCheck={false} value={value} onChange={(e) => onChange(e.currentTarget.value)} />
      {before !== undefined && before !== value && <DiffView rows={compare(before, value)} split={false} label={`What is changed in ${label}`} />}
    </div>
  )
}

/** The same text where the editor will stand, so that nothing moves when it is there. */
function Coming({ label, description, value, rows = 5 }: Edited) {
  return <Field label={label} description={description} error={null} id={useId()} focus={() => undefined}><pre className={css.coming} style={{ minHeight: rows * 20 + 14 }} aria-busy="true"><Templated text={value} /></pre></Field>
}

interface FieldProps { label: string; description?: string | undefined; error?: string | null | undefined; id: string; focus: () => void; children: React.ReactNode }
/** Name, explanation and complaint around whatever is written in. */
export function Field({ label, description, error, id, focus, children }: FieldProps) {
  return (
    <div className={css.field}>
      <div className={css.about}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: an editor is no control that a label could name; it names itself by this text. */}
        <label id={`${id}-label`} onMouseDown={(e) => { e.preventDefault(); focus() }}>{label}</label>
        {description && <small id={`${id}-about`}>{description}</small>}
      </div>
      {children}
      {error && <small id={`${id}-error`} className={css.error}>{error}</small>}
    </div>
  )
}
