import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Review } from '../../api/client'
import { compare } from '../../lib/diff'
import { useDraft } from '../../lib/draft'
import { plural, who } from '../../lib/numbers'
import { DiffView } from '../../ui/DiffView'
import { parts, Trouble, When } from '../../ui/Parts'
import { Conflict, conflictOf } from './Conflict'
import { type Decision, useDecide } from './queries'
import css from './ReviewPage.module.css'

type One = Review['hunks'][number]
interface Props { review: Review; hunk: One; isCurrent: boolean; split: boolean; editing: Decision | null; onHere: () => void; onSay: (decision: Decision) => void; onClose: () => void }
const SAID: Record<Decision, string> = { approve: 'Approved', edit: 'Approved in other words', reject: 'Rejected', request_changes: 'Changes requested', withdraw: 'Open again' }
const PART = { system: 'System', user: 'User', few_shots: 'Examples', tools: 'Tools' }

export const draftOf = (review: string, hunk: number, as: Decision): string => `review ${review} ${hunk} ${as}`

/** One hunk: what would change, why, who asked for it, and what was decided. */
export function Hunk({ review, hunk, isCurrent, split, editing, onHere, onSay, onClose }: Props) {
  const box = useRef<HTMLLIElement>(null)
  const said = hunk.review?.decision
  const isOpen = review.outcome === null
  useEffect(() => {
    // The outside system is the window: what the keys lead to is brought into sight.
    if (isCurrent) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const button = (decision: Decision, label: string) => (
    <Button size="compact-sm" variant={said === decision ? 'filled' : 'default'} aria-pressed={said === decision} onClick={() => onSay(decision)}>{label}</Button>
  )
  return (
    <li ref={box} className={`card ${css.hunk}`} aria-current={isCurrent && isOpen ? 'step' : undefined} onClick={onHere}>
      <div className={css.text}>
        <div className={css.meta}><h2>Hunk {hunk.number}</h2><span className="muted">{PART[hunk.part]}{hunk.find ? '' : ', added at the end'}{hunk.criteria.length > 0 && `; for ${hunk.criteria.join(', ')}`}</span></div>
        <DiffView rows={compare(hunk.find, hunk.review?.text ?? hunk.replace)} split={split} label={`Hunk ${hunk.number}`} />
        {hunk.reason && <p>{hunk.reason}</p>}
        {hunk.review && <p className={css.said} data-decision={said}><b>{SAID[hunk.review.decision]}</b> by {who(hunk.review.by)}, <When at={hunk.review.at} />{hunk.review.note && <>: {hunk.review.note}</>}</p>}
      </div>
      <Evidence review={review} hunk={hunk} />
      {isOpen && <div className={css.buttons} role="group" aria-label={`Decide on hunk ${hunk.number}`}>{button('approve', 'Approve')}{button('edit', 'Edit')}{button('reject', 'Reject')}{button('request_changes', 'Request changes')}</div>}
      {isOpen && editing && <Words key={editing} review={review} hunk={hunk} as={editing} onClose={onClose} />}
    </li>
  )
}

function Evidence({ review, hunk }: { review: Review; hunk: One }) {
  const sources = review.sources.filter((one) => hunk.sources.includes(one.number))
  return (
    <aside className={css.evidence} aria-label={`Evidence for hunk ${hunk.number}`}>
      <h3>Asked for by judges</h3>
      {sources.length === 0 ? <p className="muted">By none; whoever wrote it says why.</p> : <ul>{sources.map((one) => <li key={one.number}>{one.judge && <b>{one.judge}: </b>}{one.text}<span className="muted">{one.because && `${one.because} `}{plural(one.judgments.length, 'judgment')}</span></li>)}</ul>}
    </aside>
  )
}

/** Words of one's own. They are kept in this browser from the first key on, whatever happens to the page. */
function Words({ review, hunk, as, onClose }: { review: Review; hunk: One; as: Decision; onClose: () => void }) {
  const draft = useDraft(draftOf(review.id, hunk.number, as), { text: hunk.review?.text ?? hunk.replace, note: '', seen: review.revision })
  const decide = useDecide(review.id)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The outside system is the window: the fields open at the end of the hunk, often below its edge.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { text, note, seen } = draft.value
  const isEdit = as === 'edit'
  const write = (changes: object): void => draft.write({ ...draft.value, seen: draft.isBegun ? seen : review.revision, ...changes })
  const send = (by: number): void => decide.mutate({ hunk: hunk.number, decision: as, text: isEdit ? text : null, note, seen: by }, { onSuccess: () => { draft.forget(); onClose() } })
  const conflict = conflictOf(decide.error)
  const isReady = isEdit ? text !== hunk.find : note.trim() !== ''
  const leave = (e: React.KeyboardEvent): void => {
    if (e.key === 'Escape') onClose()
    else if (e.key === 'Enter' && (e.ctrlKey || e.metaKey) && isReady) send(seen)
  }
  return (
    <div ref={box} className={css.words} role="group" aria-label={`Your words on hunk ${hunk.number}`} onKeyDown={leave}>
      {isEdit && <Textarea label="What is to stand there" autosize minRows={2} spellCheck={false} autoFocus classNames={{ input: css.code ?? '' }} value={text} onChange={(e) => write({ text: e.currentTarget.value })} />}
      <Textarea label={isEdit ? 'Note' : 'What is wanted instead'} description={isEdit ? 'Why; kept with the decision' : 'Whoever writes next is told'} autosize minRows={isEdit ? 1 : 2} autoFocus={!isEdit} value={note} onChange={(e) => write({ note: e.currentTarget.value })} />
      {isEdit && text !== hunk.find && <DiffView rows={compare(hunk.find, text)} split={false} label="As it would be stored" />}
      {conflict ? (
        <Conflict problem={conflict} isSending={decide.isPending} onAnyway={send} onLeave={() => { draft.forget(); onClose() }} />
      ) : decide.isError && <Trouble error={decide.error} safe="What you wrote stays here." />}
      <div className={parts.actions}>
        <Button size="compact-sm" disabled={!isReady} loading={decide.isPending} onClick={() => send(seen)}>{isEdit ? 'Approve with these words' : 'Request changes'}</Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onClose}>Close</Button>
        <span className="muted" role="status">{draft.told} <kbd>Ctrl</kbd> <kbd>Enter</kbd> sends, <kbd>Esc</kbd> closes</span>
      </div>
    </div>
  )
}
