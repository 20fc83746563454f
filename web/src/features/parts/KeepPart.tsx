import { Button, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Part, PartKind } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { parts, Trouble } from '../../ui/Parts'
import css from './PartsPage.module.css'
import { useKeepPart } from './queries'

const EXAMPLES: Record<PartKind, unknown> = {
  rubric: [{ name: 'polite', weight: 0.5, scale: '1-5', description: 'It is friendly and to the point.' }, { name: 'true', weight: 0.5, scale: '1-5', description: 'Nothing in it is wrong.' }],
  judge: { model: 'openai/gpt-4o-mini', mode: 'pointwise', instructions: 'Be strict about facts.' },
  model: { model: 'openai/gpt-4o-mini', temperature: 0, max_tokens: 400 },
}
const KINDS = [{ value: 'rubric', label: 'Rubric' }, { value: 'judge', label: 'Judge' }, { value: 'model', label: 'Model' }]

/** A part as a suite writes it; the next version of one that is there, unless somebody was quicker. */
export function KeepPart({ project, from, kind: first, onClose }: { project: string | undefined; from: Part | null; kind: PartKind; onClose: () => void }) {
  const draft = useDraft(`part ${project ?? ''} ${from ? `${from.kind} ${from.name}` : 'new'}`, { kind: from?.kind ?? first, name: from?.name ?? '', text: from ? JSON.stringify(from.value, null, 2) : '', note: '' })
  const keep = useKeepPart(project)
  const [problem, complain] = useState<string | null>(null)
  const value = draft.value
  const kind = value.kind
  const write = (change: Partial<typeof value>): void => { keep.reset(); complain(null); draft.write({ ...value, ...change }) }
  const send = (): void => {
    try {
      const read: unknown = JSON.parse(value.text)
      keep.mutate({ kind, name: value.name.trim(), value: read, note: value.note, newest: from?.version ?? 0 }, { onSuccess: () => { draft.forget(); onClose() } })
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Modal opened onClose={onClose} title={from ? `The next version of ${from.name}` : 'Keep a part'} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        {!from && (
          <div className={css.pair}>
            <Select label="What it is" allowDeselect={false} data={KINDS} value={kind} onChange={(chosen) => write({ kind: (chosen ?? 'rubric') as PartKind })} />
            <TextInput label="Name" description="Letters, digits, dots, dashes and underscores" maxLength={100} value={value.name} onChange={(e) => write({ name: e.currentTarget.value })} data-autofocus />
          </div>
        )}
        <Textarea label="What it says" description={kind === 'rubric' ? 'A JSON list of criteria: name, description, weight and scale' : kind === 'judge' ? 'A JSON object: model, mode, instructions and parameters' : 'A JSON object: model and parameters'} placeholder={JSON.stringify(EXAMPLES[kind], null, 2)} autosize minRows={8} maxRows={20} spellCheck={false} classNames={{ input: css.code ?? '' }} error={problem && `It cannot be read: ${problem}`} value={value.text} onChange={(e) => write({ text: e.currentTarget.value })} />
        {!value.text && <div className={parts.actions}><Button size="compact-sm" variant="subtle" onClick={() => write({ text: JSON.stringify(EXAMPLES[kind], null, 2) })}>Begin with an example</Button></div>}
        <TextInput label="Note" description="What is to be known about this version" value={value.note} onChange={(e) => write({ note: e.currentTarget.value })} />
        {keep.isError && <Trouble error={keep.error} safe="What you wrote stays here; no version was made." />}
        <div className={parts.actions}><Button disabled={!value.name.trim() || !value.text.trim()} loading={keep.isPending} onClick={send}>{from ? `Keep as version ${from.version + 1}` : 'Keep it'}</Button><Button variant="default" onClick={onClose}>Leave it</Button><span className="muted">{draft.told}</span></div>
      </div>
    </Modal>
  )
}
