import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { plural } from '../../lib/numbers'
import { parts } from '../../ui/Parts'
import { addressesIn } from './texts'

interface Props { value: string; there: readonly string[]; onChange: (value: string) => void }

/** Texts that lie on the web, and what a file of addresses names besides. */
export function Elsewhere({ value, there, onChange }: Props) {
  // Words that were begun are in sight; whoever empties the field goes on in it.
  const [isBegun] = useState(value !== '')
  const { web, files } = addressesIn(value)
  const lacks = files.filter((path) => !there.includes(path.split(/[\\/]/).at(-1) ?? path))
  return (
    <details className={parts.fold} open={isBegun}>
      <summary>Texts on the web <span className="muted">{[web.length > 0 && plural(web.length, 'address', 'addresses'), lacks.length > 0 && `${plural(lacks.length, 'line')} left out`].filter(Boolean).join(', ') || 'none'}</span></summary>
      <Textarea label="Addresses" description="One in each line, of .txt, .md, .docx, .csv or .jsonl; they are fetched when you look at it, and only from servers that EDISON_TEXT_HOSTS of this server names" placeholder="https://school.example/essays/ann.txt" autosize minRows={2} maxRows={10} spellCheck={false} value={value} onChange={(e) => onChange(e.currentTarget.value)} />
      <p className="muted">A file of addresses (.list) can be chosen among the files above; its lines are put here.</p>
      {lacks.length > 0 && <p className={parts.note} role="status">No address on the web, and not among the files above, so {lacks.length === 1 ? 'it is' : 'they are'} left out: {lacks.join(', ')}. Choose {lacks.length === 1 ? 'it' : 'them'} under Files.</p>}
    </details>
  )
}
