import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { BlindPair, Pairs } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { areLettersOn, isTyping } from '../../lib/keys'
import { count, estimate, milliseconds, plural, usd } from '../../lib/numbers'
import { Bones, parts, Trouble } from '../../ui/Parts'
import { Against, Asked, Difference, told } from './Case'
import { type Found, type Preference, type Two, useJudge, usePair, useReveal } from './queries'
import css from './SideBySidePage.module.css'

const CHOICES: { key: string; value: Preference; say: string }[] = [{ key: '1', value: 'left', say: 'Left' }, { key: '2', value: 'tie', say: 'A tie' }, { key: '3', value: 'right', say: 'Right' }, { key: '0', value: 'not_judged', say: 'Not judged' }]
interface Props { two: Two; at: number; pairs: Pairs; isTexts: boolean; goal: string; against: string | undefined; onMove: (to: number) => void; onAgainst: (to: string | undefined) => void }
interface Thought { preference: Preference | null; why_not: string; note: string; key: string; seen: number }

/** Sides are drawn by the server, which tells no name, cost or time before a finding is stored. */
export function Blind(props: Props) {
  const pair = usePair(props.two, props.at)
  if (pair.isLoadingError) return <><Trouble error={pair.error} safe="What you found is kept." retry={() => void pair.refetch()} /><Steps {...props} /></>
  if (!pair.data) return <div className="card"><Bones /></div>
  return <Shown {...props} pair={pair.data} />
}

const Steps = ({ at, pairs, onMove }: Props) => <div className={parts.actions}><Button size="xs" variant="default" disabled={at === 0} onClick={() => onMove(at - 1)}>Before</Button><Button size="xs" variant="default" disabled={at + 1 >= pairs.total} onClick={() => onMove(at + 1)}>After</Button></div>

function Shown({ pair, ...props }: Props & { pair: BlindPair }) {
  const { two, at, pairs, isTexts, goal, against, onMove, onAgainst } = props
  const stored = pair.preference
  const begin: Thought = { preference: stored?.preference ?? null, why_not: stored?.why_not ?? '', note: stored?.note ?? '', key: '', seen: stored?.revision ?? 0 }
  // What somebody thinks is kept in this browser until it is stored: a closed tab loses nothing.
  const draft = useDraft<Thought>(`pair ${two.run} ${two.one} ${two.other} ${at}`, begin)
  const judge = useJudge(two, at)
  const reason = useRef<HTMLTextAreaElement>(null)
  const isClosed = stored?.is_revealed === true
  const mine = isClosed ? begin : draft.value
  const isReady = mine.preference !== null && (mine.preference !== 'not_judged' || mine.why_not.trim() !== '')
  const isConflict = stored !== null && draft.isBegun && draft.value.seen !== stored.revision && !isClosed
  const think = (change: Partial<Thought>): void => {
    if (!isClosed) draft.write({ ...draft.value, key: crypto.randomUUID(), seen: draft.isBegun ? draft.value.seen : (stored?.revision ?? 0), ...change })
  }
  const choose = (preference: Preference): void => {
    think({ preference })
    if (preference === 'not_judged') setTimeout(() => reason.current?.focus())
  }
  const store = (reveal: boolean, then?: () => void): void => {
    if (mine.preference === null) return
    const found: Found = { preference: mine.preference, why_not: mine.preference === 'not_judged' ? mine.why_not : null, note: mine.note, seen: isConflict ? (stored?.revision ?? 0) : mine.seen, reveal }
    judge.mutate({ found, key: `${draft.value.key || crypto.randomUUID()}${reveal ? ' reveal' : ''}` }, { onSuccess: () => { draft.forget(); then?.() } })
  }
  const next = (): void => {
    const on = (): void => onMove(at + 1 < pairs.total ? at + 1 : (pairs.next ?? at))
    if (isClosed || (!draft.isBegun && stored)) on()
    else if (isReady) store(false, on)
  }
  useKeys((key) => {
    const choice = CHOICES.find((one) => one.key === key)
    if (choice && !isClosed) choose(choice.value)
    else if (key === 'Enter') next()
    else if (key === 'v' && isReady && !isClosed) store(true)
    else if (key === 'u' && !isClosed) draft.forget()
    else if (key === 'ArrowLeft') onMove(at - 1)
    else if (key === 'ArrowRight') onMove(at + 1)
    else return false
    return true
  })
  const expected = typeof pair.expected === 'string' ? pair.expected : null
  return (
    <>
      <div className={css.bar}>
        <span className="muted num">Pair {count(at + 1)} of {count(pairs.total)}, {count(pairs.judged)} compared by you. Sides are drawn; names stay hidden until you have chosen.</span>
        <Against value={against} hasExpected={expected !== null} onChange={onAgainst} />
        {areLettersOn() && <span className={css.keys}><kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> choose <kbd>0</kbd> not judged <kbd>v</kbd> reveal <kbd>Enter</kbd> next <kbd>←</kbd> <kbd>→</kbd> pair <kbd>u</kbd> undo</span>}
      </div>
      <Asked of={pair} {...(isTexts && goal ? { goal } : {})} />
      {against === 'other' && <Difference before={pair.left.text} after={pair.right.text} split label="From the left to the right side" />}
      <div className={css.pair}>
        {(['left', 'right'] as const).map((side, i) => <Side key={side} title={side === 'left' ? 'Left' : 'Right'} side={pair[side]} who={pair.revealed?.[i] ?? null} isPicked={mine.preference === side} expected={against === 'expected' ? expected : null} isTexts={isTexts} />)}
      </div>
      <div className={css.choices} role="group" aria-label="Your finding">
        {CHOICES.map((c) => <Button key={c.key} variant={mine.preference === c.value ? 'filled' : 'default'} aria-pressed={mine.preference === c.value} disabled={isClosed && mine.preference !== c.value} onClick={() => choose(c.value)} rightSection={areLettersOn() ? <kbd>{c.key}</kbd> : undefined}>{c.say}</Button>)}
      </div>
      {mine.preference === 'not_judged' && <Textarea ref={reason} label="Why it is not judged" description="Kept with it; it counts for nobody" autosize minRows={1} readOnly={isClosed} value={mine.why_not} onChange={(e) => think({ why_not: e.currentTarget.value })} />}
      <Textarea label="Note" description="What decided it; nobody has to say" autosize minRows={1} readOnly={isClosed} value={mine.note} onChange={(e) => think({ note: e.currentTarget.value })} />
      {judge.isError && <Trouble error={judge.error} safe="What you chose and wrote stays here." />}
      {isConflict && <p className={parts.note} role="alert">At another screen you found: {CHOICES.find((c) => c.value === stored.preference)?.say.toLowerCase()}{stored.note && ` (${stored.note})`}. Here you chose: {CHOICES.find((c) => c.value === mine.preference)?.say.toLowerCase() ?? 'nothing yet'}. Next and Reveal store what you chose here; <Button variant="subtle" size="compact-xs" onClick={draft.forget}>leave the other</Button></p>}
      <footer className={css.foot}>
        <span className="muted" role="status">{isClosed ? 'Revealed: what you found is stored and stays.' : draft.isBegun ? `${draft.told}. It counts when you go on.` : stored ? 'Stored. You may still change your mind.' : 'Nothing chosen yet.'}</span>
        <Button variant="default" disabled={at === 0} onClick={() => onMove(at - 1)}>Before</Button>
        <Button variant="default" disabled={!isReady || isClosed} loading={judge.isPending && judge.variables.found.reveal} onClick={() => store(true)}>Reveal</Button>
        <Button disabled={!isReady && !stored} loading={judge.isPending && !judge.variables.found.reveal} onClick={next}>Next pair</Button>
      </footer>
      <Tally two={two} pairs={pairs} />
    </>
  )
}

function Side({ title, side, who, isPicked, expected, isTexts }: { title: string; side: BlindPair['left']; who: NonNullable<BlindPair['revealed']>[number] | null; isPicked: boolean; expected: string | null; isTexts: boolean }) {
  return (
    <article className={`card ${css.one}`} data-picked={isPicked || undefined} aria-label={title}>
      <header><h3>{title}</h3><span className={css.name}>{who ? [who.name, !isTexts && who.model !== who.name && who.model, !isTexts && milliseconds(who.latency_ms), !isTexts && usd(who.cost_usd)].filter(Boolean).join(' · ') : 'hidden'}</span></header>
      {!side.has_answer ? <p className="muted">There is no answer.</p> : expected !== null ? <Difference before={expected} after={side.text} split={false} label={`${title} against the expected answer`} /> : <p>{side.text}</p>}
      {side.tool_calls.map((call, i) => <pre key={i}>{call.name}({call.unparsed ?? told(call.arguments)})</pre>)}
      {side.chars > side.text.length && <p className="muted">The beginning of {count(side.chars)} characters.</p>}
    </article>
  )
}

/** What people found where names were shown; hidden findings would tell the sides. */
function Tally({ two, pairs }: { two: Two; pairs: Pairs }) {
  const reveal = useReveal(two)
  if (pairs.tallies.length === 0 && pairs.hidden === 0) return null
  return (
    <section className={`card ${css.tally}`} aria-labelledby="found">
      <h3 id="found">What people found</h3>
      {pairs.tallies.length > 0 && (
        <div className={parts.tablebox} tabIndex={0}>
          <table className={parts.table}>
            <thead><tr><th scope="col">One</th><th scope="col">Other</th><th scope="col" data-right>For one</th><th scope="col" data-right>Ties</th><th scope="col" data-right>For other</th><th scope="col" data-right>Not judged</th><th scope="col" data-right>Share for one, 95 % interval</th></tr></thead>
            <tbody>{pairs.tallies.map((t) => <tr key={`${t.one} ${t.other}`}><th scope="row">{t.one}</th><td>{t.other}</td><td data-right>{count(t.for_one)}</td><td data-right>{count(t.ties)}</td><td data-right>{count(t.for_other)}</td><td data-right>{count(t.not_judged)}</td><td data-right>{t.share === null ? 'nothing found' : estimate(t.share, t.interval)}</td></tr>)}</tbody>
          </table>
        </div>
      )}
      {pairs.hidden > 0 && <p className="muted">{plural(pairs.hidden, 'finding')} of yours {pairs.hidden === 1 ? 'is' : 'are'} not counted here yet: before the names are shown, you may change your mind. <Button size="compact-xs" variant="default" loading={reveal.isPending} onClick={() => reveal.mutate()}>Show all names</Button></p>}
      {reveal.isError && <Trouble error={reveal.error} safe="What you found is kept." />}
      {pairs.tallies.length > 0 && <p><a href={`/api/runs/${two.run}/pairs/export`} download>Take them as a table (CSV)</a></p>}
    </section>
  )
}

/** The outside system is the keyboard; keys sleep while somebody types or has switched them off. */
function useKeys(act: (key: string) => boolean): void {
  useEffect(() => {
    const press = (e: KeyboardEvent): void => {
      if (e.ctrlKey || e.metaKey || e.altKey || isTyping(e.target) || !areLettersOn()) return
      if (e.key === 'Enter' && e.target instanceof HTMLElement && e.target.closest('button, a, summary')) return
      if (act(e.key)) e.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
