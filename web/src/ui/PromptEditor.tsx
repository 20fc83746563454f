import { Textarea } from '@mantine/core'
import css from './PromptEditor.module.css'

interface Props { label: string; description?: string; value: string; onChange: (value: string) => void }

/** A prompt's text. */
export function PromptEditor({ label, description, value, onChange }: Props) {
  return <Textarea className={css.editor ?? ''} label={label} description={description} autosize minRows={5} maxRows={24} spellCheck={false} value={value} onChange={(e) => onChange(e.currentTarget.value)} />
}
