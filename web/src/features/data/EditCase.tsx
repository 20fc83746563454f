import { Button, Modal, NumberInput, Select, TagsInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type Dataset, Problem, type StoredCase } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { words } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import css from './DataPage.module.css'
import { useCaseNow, useEdit, type Where } from './queries'

interface Draft { version: number; variables: Record<string, string>; answer: string; must: string; must_not: string; tags: string[]; difficulty: number | string; split: StoredCase['split'] }
const SPLITS = ['development', 'held_out', 'sealed'] as const
const told = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** A text as it was meant: what was no text before is read as JSON again. */
function meant(text: string, before: unknown): unknown {
  if (before === undefined || typeof before === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function draftOf(one: StoredCase, version: number): Draft {
  const expect = (one.expect !== null && typeof one.expect === 'object' && !Array.isArray(one.expect) ? one.expect : { answer: one.expect }) as Record<string, unknown>
  const text = (name: string): string => (expect[name] === undefined || expect[name] === null ? '' : told(expect[name]))
  return { version, variables: Object.fromEntries(Object.entries(one.variables).map(([name, value]) => [name, told(value)])), answer: text('answer'), must: text('must'), must_not: text('must_not'), tags: [...one.tags], difficulty: one.difficulty, split: one.split }
}

/** One case in place: stored as the next version; where somebody made another one meanwhile, both are shown. */
export function EditCase({ where, set, one, onClose, onMade }: { where: Where; set: Dataset; one: StoredCase; onClose: () => void; onMade: (version: number) => void }) {
  const draft = useDraft<Draft>(`case ${where.project ?? ''} ${where.name} ${one.id}`, draftOf(one, set.version))
  const d = draft.value
  const send = useEdit(where)
  const [seen, see] = useState<number | null>(null)
  const isLate = send.error instanceof Problem && send.error.code === 'changed_meanwhile'
  const theirs = useCaseNow(where, one.id, isLate)
  const write = (change: Partial<Draft>): void => { if (!isLate) send.reset(); draft.write({ ...d, version: draft.isBegun ? d.version : set.version, ...change }) }
  const answerBefore = (one.expect as Record<string, unknown> | null)?.answer
  const store = (version: number): void => send.mutate({ version, case: one.id, variables: Object.fromEntries(Object.entries(d.variables).map(([name, text]) => [name, meant(text, one.variables[name])])) as never, answer: d.answer === '' ? null : (meant(d.answer, answerBefore) as never), must: d.must || null, must_not: d.must_not || null, tags: d.tags, difficulty: Number(d.difficulty) || 3, split: d.split }, { onSuccess: (made) => { draft.forget(); onClose(); onMade(made.version) } })
  return (
    <Modal opened onClose={onClose} title={`Case ${one.id}`} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        {Object.entries(d.variables).map(([name, text]) => <Textarea key={name} label={name} autosize minRows={1} maxRows={12} value={text} onChange={(e) => write({ variables: { ...d.variables, [name]: e.currentTarget.value } })} />)}
        <Textarea label="Expected answer" autosize minRows={1} maxRows={12} value={d.answer} onChange={(e) => write({ answer: e.currentTarget.value })} />
        <Textarea label="Must" description="In words, for a judge" autosize minRows={1} value={d.must} onChange={(e) => write({ must: e.currentTarget.value })} />
        <Textarea label="Must not" autosize minRows={1} value={d.must_not} onChange={(e) => write({ must_not: e.currentTarget.value })} />
        <TagsInput label="Tags" value={d.tags} onChange={(tags) => write({ tags })} />
        <NumberInput label="Difficulty" description="From 1 to 5" min={1} max={5} value={d.difficulty} onChange={(difficulty) => write({ difficulty })} />
        <Select label="What it is for" allowDeselect={false} data={SPLITS.map((value) => ({ value, label: words(value) }))} value={d.split} onChange={(split) => write({ split: (split ?? 'development') as Draft['split'] })} />
        {isLate && theirs.data ? (
          <div className={`${parts.note} ${css.form}`} role="alert">
            <p>Somebody made version {theirs.data.version} meanwhile. Nothing was overwritten. There the case reads:</p>
            <pre className={css.code}>{theirs.data.found ? JSON.stringify({ ...theirs.data.found.variables, expect: theirs.data.found.expect, tags: theirs.data.found.tags }, null, 2) : 'It is not in that version.'}</pre>
            <div className={parts.actions}><Button size="compact-sm" disabled={!theirs.data.found} loading={send.isPending} onClick={() => { see(theirs.data.version); store(theirs.data.version) }}>Store mine on top of it</Button><Button size="compact-sm" variant="default" onClick={() => { draft.forget(); onClose() }}>Leave theirs</Button></div>
          </div>
        ) : send.isError && <Trouble error={send.error} safe="What you wrote stays here." />}
        <div className={parts.actions}><Button disabled={!draft.isBegun} loading={send.isPending} onClick={() => store(seen ?? d.version)}>Store as the next version</Button>{draft.isBegun && <><span className="muted" role="status">{draft.told}</span><Button variant="subtle" color="gray" onClick={draft.forget}>Begin anew</Button></>}</div>
      </div>
    </Modal>
  )
}
