import { Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Review } from '../../api/client'
import { readUnified } from '../../lib/diff'
import { hasDraft } from '../../lib/draft'
import { areLettersOn, isTyping } from '../../lib/keys'
import { plural, who } from '../../lib/numbers'
import { tellUnsafe } from '../../lib/safety'
import { DiffView } from '../../ui/DiffView'
import { EffectMark } from '../../ui/EffectMark'
import { Bones, parts, Trouble, When } from '../../ui/Parts'
import { Conflict, conflictOf } from './Conflict'
import { draftOf, Hunk } from './Hunk'
import { type Decision, useClose, useDecide, useReview } from './queries'
import css from './ReviewPage.module.css'

const route = getRouteApi('/reviews/$review')
const VIEWS = [{ value: 'split', label: 'Split' }, { value: 'unified', label: 'Unified' }]
const KEYS: Record<string, Decision> = { a: 'approve', r: 'reject' }

export default function ReviewPage() {
  const { review: id } = route.useParams()
  const review = useReview(id)
  if (review.isLoadingError) return <div className={parts.page}><h1>Review</h1><Trouble error={review.error} retry={() => void review.refetch()} /></div>
  if (!review.data) return <div className={parts.page}><h1>Review</h1><div className="card"><Bones /></div></div>
  return <Shown key={id} review={review.data} />
}

function Shown({ review }: { review: Review }) {
  const search = route.useSearch()
  const go = route.useNavigate()
  const narrow = useMediaQuery('(max-width: 900px)')
  const split = !narrow && search.view !== 'unified'
  const at = Math.min(Math.max(1, Number(search.hunk) || 1), review.hunks.length)
  const open = (hunk: number): void => void go({ search: { ...search, hunk: String(Math.min(Math.max(1, hunk), review.hunks.length)) }, replace: true })
  const decide = useDecide(review.id)
  const conflict = conflictOf(decide.error)
  const [editing, edit] = useState(() => begunIn(review))
  const [undone, remember] = useState<number[]>([])
  const say = (hunk: number, decision: Decision): void => {
    if (decision === 'edit' || decision === 'request_changes') edit({ hunk, as: decision })
    else decide.mutate({ hunk, decision, text: null, note: '', seen: review.revision }, { onSuccess: () => { remember([...undone, hunk]); open(hunk + 1) } })
  }
  /** What was decided last is taken back: that hunk is open again. */
  const undo = (): void => {
    const hunk = undone.at(-1) ?? at
    if (!review.hunks[hunk - 1]?.review) return
    decide.mutate({ hunk, decision: 'withdraw', text: null, note: '', seen: review.revision }, { onSuccess: () => { remember(undone.slice(0, -1)); open(hunk) } })
  }
  useReviewKeys(review.outcome === null && !editing, (key) => {
    if (key === 'j') open(at + 1)
    else if (key === 'k') open(at - 1)
    else if (key === 'e') say(at, 'edit')
    else if (key === 'c') say(at, 'request_changes')
    else if (key === 'u' && !decide.isPending) undo()
    else if (KEYS[key] && !decide.isPending) say(at, KEYS[key])
  })
  return (
    <div className={parts.page}>
      <header className={css.head}>
        <div>
          <h1>A change of “{review.prompt}”</h1>
          <p className="muted"><Link to="/reviews">Reviews</Link> · suggested by {who(review.author)}, <When at={review.made_at} />{review.run && <> in <Link to="/runs/$run" params={{ run: review.run }}>{review.run_waits ? 'a run that waits for it' : 'a run'}</Link></>}. {review.effect}</p>
          {review.note && <p className={parts.text}>{review.note}</p>}
        </div>
        <div className={css.tools}>
          {review.outcome === null && areLettersOn() && <span className={css.keys}><kbd>j</kbd> <kbd>k</kbd> hunk <kbd>a</kbd> approve <kbd>e</kbd> edit <kbd>r</kbd> reject <kbd>c</kbd> request changes <kbd>u</kbd> undo</span>}{review.outcome === null && <Button size="compact-sm" variant="default" disabled={decide.isPending || !review.hunks[(undone.at(-1) ?? at) - 1]?.review} onClick={undo}>Undo</Button>}
          {!narrow && <SegmentedControl size="xs" aria-label="Shown as" data={VIEWS} value={split ? 'split' : 'unified'} onChange={(view) => void go({ search: { ...search, view }, replace: true })} />}
        </div>
      </header>
      <Whole review={review} split={split} />
      {review.proof && <section className={`card ${css.proof}`}><h2>All of it, on held-out cases</h2><EffectMark value={review.proof.difference} interval={review.proof.interval} verdict={review.proof.verdict} cases={review.proof.cases} />{review.proof.regressions.length > 0 && <p className="muted">Worse on {review.proof.regressions.join(', ')}.</p>}<p className={review.proof.unsafe ? parts.note : 'muted'}>{tellUnsafe(review.proof.unsafe)}</p><p className="muted">A part of it, or other words, were not measured: such a version has no proof.</p></section>}
      <ol className={css.hunks}>
        {review.hunks.map((hunk) => <Hunk key={hunk.number} review={review} hunk={hunk} isCurrent={hunk.number === at} split={split} editing={editing?.hunk === hunk.number ? editing.as : null} onHere={() => { if (hunk.number !== at) open(hunk.number) }} onSay={(decision) => say(hunk.number, decision)} onClose={() => edit(null)} />)}
      </ol>
      {conflict ? <Conflict problem={conflict} isSending={decide.isPending} onAnyway={(seen) => { if (decide.variables) decide.mutate({ ...decide.variables, seen }) }} onLeave={decide.reset} /> : decide.isError && <Trouble error={decide.error} safe="Nothing was overwritten." />}
      <Foot review={review} />
    </div>
  )
}

/** Words that somebody began to write before the page was left. */
function begunIn(review: Review): { hunk: number; as: Decision } | null {
  const all = review.hunks.flatMap((hunk) => (['edit', 'request_changes'] as const).map((as) => ({ hunk: hunk.number, as })))
  return all.find(({ hunk, as }) => hasDraft(draftOf(review.id, hunk, as))) ?? null
}

/** The outside system is the keyboard; letters sleep while somebody types. */
function useReviewKeys(isOn: boolean, act: (key: string) => void): void {
  useEffect(() => {
    if (!isOn) return
    let leads = false
    const press = (e: KeyboardEvent): void => {
      if (e.ctrlKey || e.metaKey || e.altKey || isTyping(e.target) || !areLettersOn()) return
      const isSecond = leads
      leads = e.key === 'g'
      if (isSecond || !'jkaercu'.includes(e.key) || e.key.length !== 1) return
      e.preventDefault()
      act(e.key)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

function Whole({ review, split }: { review: Review; split: boolean }) {
  const stretches = useMemo(() => readUnified(review.diff), [review.diff])
  if (stretches.length === 0) return null
  return <section className={css.whole} aria-label="The whole change">{stretches.map((rows, i) => <DiffView key={i} rows={rows} split={split} label={`Stretch ${i + 1} of ${stretches.length}`} />)}</section>
}

function Foot({ review }: { review: Review }) {
  const close = useClose(review.id)
  const left = review.hunks.filter((hunk) => !hunk.review).length
  const applied = review.hunks.filter((hunk) => hunk.review && (hunk.review.decision === 'approve' || hunk.review.decision === 'edit')).length
  if (review.outcome !== null)
    return <footer className={`card ${css.foot}`}><span role="status">{review.version === null ? (review.outcome === 'request_changes' ? 'Changes were requested; no version was made.' : 'Rejected; no version was made.') : <>Applied as <Link to="/prompts/$prompt" params={{ prompt: review.prompt }} search={{ version: String(review.version), ...(review.project ? { project: review.project } : {}) }}>version {review.version} of {review.prompt}</Link>.</>}</span></footer>
  return (
    <>
      {close.isError && <Trouble error={close.error} safe="What was decided is kept." />}
      <footer className={`card ${css.foot}`}>
        <span className="muted" role="status">{left ? `${left} of ${plural(review.hunks.length, 'hunk')} open` : `All hunks decided, ${applied} of them approved`}</span>
        <Button disabled={left > 0} loading={close.isPending} onClick={() => close.mutate(review.revision)}>{applied || left ? 'Make the version' : 'End the review'}</Button>
      </footer>
    </>
  )
}
