import { Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { get, post, type Refinement } from '../../api/client'
import { readUnified } from '../../lib/diff'
import { capital, count, effect, estimate, plural, score, spent, who, words } from '../../lib/numbers'
import { tellUnsafe } from '../../lib/safety'
import { DiffView } from '../../ui/DiffView'
import { EffectMark } from '../../ui/EffectMark'
import { IntervalChart, type Marked } from '../../ui/IntervalChart'
import { Bones, parts, Trouble, When } from '../../ui/Parts'
import css from './RefinementPage.module.css'

type Round = Refinement['rounds'][number]
type Candidate = Round['candidates'][number]

const route = getRouteApi('/runs/$run/refinement')
const VIEWS = [{ value: 'split', label: 'Split' }, { value: 'unified', label: 'Unified' }]
const AUTONOMY: Record<Refinement['autonomy'], string> = {
  manual: 'A person decides in every round, about the best that was tried.',
  approve_each: 'What is surely better waits for a person; the rest is dropped.',
  autopilot: 'What is surely better is adopted without asking.',
}

/** A refinement from above: the score of every version, when it ends, who decides, and every change that was tried. */
export default function RefinementPage() {
  const { run } = route.useParams()
  const found = useQuery({ queryKey: ['run', run, 'refinement'], queryFn: ({ signal }) => get<Refinement>(`/api/runs/${run}/refinement`, signal) })
  if (found.isLoadingError) return <div className={parts.page}><Trouble error={found.error} safe="The run goes on without this page." retry={() => void found.refetch()} /></div>
  if (!found.data) return <div className={parts.page}><div className="card"><Bones /></div></div>
  return <Shown refinement={found.data} />
}

function Shown({ refinement }: { refinement: Refinement }) {
  const search = route.useSearch()
  const go = route.useNavigate()
  const narrow = useMediaQuery('(max-width: 900px)')
  const split = !narrow && search.view !== 'unified'
  return (
    <div className={parts.page}>
      <Next refinement={refinement} />
      <div className={css.two}>
        <section className={`card ${css.part}`} aria-labelledby="scores">
          <h2 id="scores">Score of every version</h2>
          <Scores refinement={refinement} />
        </section>
        <Rules refinement={refinement} />
      </div>
      <div className={css.bar}>
        <h2>Rounds, the latest first</h2>
        {!narrow && refinement.rounds.length > 0 && <SegmentedControl size="xs" aria-label="Diffs shown as" data={VIEWS} value={split ? 'split' : 'unified'} onChange={(view) => void go({ search: { view }, replace: true })} />}
      </div>
      {refinement.rounds.length === 0 && <p className={css.none}>No round is decided yet. Each first looks at what is weak on {plural(refinement.development, 'development case')}, then tries changes on {plural(refinement.held_out, 'held-out case')}.</p>}
      {refinement.rounds.toReversed().map((round, i) => <Rounded key={round.round} round={round} waits={i === 0 && refinement.waiting.length > 0} held={refinement.held_out} split={split} />)}
    </div>
  )
}

/** What it came to, why it ended, and the one thing to do now. */
function Next({ refinement: r }: { refinement: Refinement }) {
  const adopted = r.rounds.filter((round) => round.adopted !== null).length
  if (r.waiting.length > 0)
    return (
      <section className={`card ${css.next}`} data-waits>
        <div><h2>It waits for you</h2><p>A change was tried and is to be decided by a person before it goes on; or let the rule decide, below under “Who decides”.</p></div>
        <div className={parts.actions}>{r.waiting.map((review) => <Button key={review} renderRoot={(props) => <Link to="/reviews/$review" params={{ review }} {...props} />}>Decide</Button>)}</div>
      </section>
    )
  if (r.summary.length === 0)
    return (
      <section className={`card ${css.next}`}>
        <div><h2>{r.state === 'running' ? `Round ${Math.min(r.stop.rounds_done + 1, r.stop.rounds)} of ${r.stop.rounds} goes on` : `It stands still after ${plural(r.stop.rounds_done, 'round')}`}</h2><p>{adopted === 0 ? 'Nothing was adopted so far.' : `${plural(adopted, 'version')} adopted so far; version ${r.champion} is the best by all that was proven.`}</p></div>
      </section>
    )
  return (
    <section className={`card ${css.came}`}>
      <div className={css.said}>
        <h2>{adopted === 0 ? 'Nothing was adopted' : `Version ${r.champion} is the best by all that was proven`}</h2>
        <p>{r.summary.length > 1 && r.summary[0]}</p>
        {r.gain && <EffectMark value={r.gain.difference} interval={r.gain.interval} verdict={r.gain.interval[0] > 0 ? 'better' : 'not told apart'} cases={r.gain.cases} what={r.gain.is_sealed ? 'sealed' : 'held-out'} />}
        <p className={css.advice}>{adopted === 0 ? r.summary.at(-1) : 'Next: read the changes below, then mark the version as the one in use.'}</p>
        {adopted > 0 && <div className={parts.actions}><Button renderRoot={(props) => <Link to="/prompts/$prompt" params={{ prompt: r.prompt }} search={{}} {...props} />}>Open the prompt</Button></div>}
      </div>
      {r.summary.length > 2 && <div><h3>How it got there</h3><ul className={css.course}>{r.summary.slice(1, -1).map((sentence) => <li key={sentence}>{sentence}</li>)}</ul></div>}
    </section>
  )
}

/** Every version on the held-out cases, with the interval of its own. */
function scoresOf(r: Refinement): Marked[] {
  const first = r.rounds.flatMap((round) => round.candidates).find((one) => one.parent_quality !== null)
  const items: Marked[] = first?.parent_quality == null ? [] : [{ name: `Version ${r.rounds[0]?.parent ?? 1}`, sub: 'what it began with', value: first.parent_quality, low: first.parent_quality_interval?.[0] ?? null, high: first.parent_quality_interval?.[1] ?? null, place: '', ties: '', n: r.held_out }]
  for (const round of r.rounds)
    for (const one of round.candidates)
      if (one.version !== null && one.quality !== null)
        items.push({ name: `Version ${one.version}`, sub: `round ${round.round}, ${became(one, round)}`, value: one.quality, low: one.quality_interval?.[0] ?? null, high: one.quality_interval?.[1] ?? null, place: '', ties: '', n: r.held_out, title: one.note })
  return items
}

function Scores({ refinement: r }: { refinement: Refinement }) {
  const items = scoresOf(r)
  if (items.length === 0) return <p className="muted">No change was tried on held-out cases yet.</p>
  return (
    <>
      <IntervalChart title="Score of every version" what="Version" items={items} format={score} results="Held-out cases" better="more" few={10} hasPlaces={false} level={0.95} />
      <p className="muted">From 0 to 1, each where it lies by itself. Whether a version is better than the one before is surer than that, for each case is held against itself: see the rounds below.</p>
    </>
  )
}

const became = (one: Candidate, round: Round): string => (one.version !== null && one.version === round.adopted ? 'adopted' : one.refused ? (one.diff ? 'refused' : 'none') : one.verdict === 'better' ? 'better, not adopted' : words(one.verdict ?? 'not known'))

function Rules({ refinement: r }: { refinement: Refinement }) {
  return (
    <section className={`card ${css.part}`} aria-labelledby="rules">
      <h2 id="rules">When it ends</h2>
      <dl className={css.facts}>
        <dt>Rounds</dt><dd><Gauge at={r.stop.rounds_done} of={r.stop.rounds} label="Rounds" /></dd>
        <dt>Rounds in vain</dt><dd><Gauge at={r.stop.in_vain} of={r.stop.window} label="Rounds in a row that adopted nothing" /></dd>
        <dt>Least gain</dt><dd>{effect(r.stop.gain)}</dd>
        <dt>Tokens</dt><dd>{r.stop.tokens === null ? `${count(r.stop.tokens_spent)}, without a limit` : <Gauge at={r.stop.tokens_spent} of={r.stop.tokens} label="Tokens" />}</dd>
        <dt>Spent</dt><dd>{spent(r.spent_usd, r.unpriced_calls)}</dd>
      </dl>
      <h2>Who decides</h2>
      <Autonomy refinement={r} />
      <h2>What it works with</h2>
      <p>{r.refiner} writes changes ({words(r.strategy)}) of <Link to="/prompts/$prompt" params={{ prompt: r.prompt }} search={{}}>{r.prompt}</Link>. {plural(r.development, 'case')} for development, {count(r.held_out)} held out, {count(r.sealed)} sealed.</p>
      {r.judges.length > 0 && <ul className={css.judges}>{r.judges.map((one) => <li key={one.judge}>{one.judge}: counts {score(one.weight)}, {words(one.basis)}</li>)}</ul>}
    </section>
  )
}

/** A switch while it goes on: what was decided stays, and what waits goes on where it would not be asked any more. */
function Autonomy({ refinement: r }: { refinement: Refinement }) {
  const cache = useQueryClient()
  const choose = useMutation({
    mutationFn: (autonomy: string) => post(`/api/runs/${r.run}/autonomy`, { autonomy }),
    onSettled: () => Promise.all([cache.invalidateQueries({ queryKey: ['run', r.run] }), cache.invalidateQueries({ queryKey: ['reviews'] })]),
  })
  const isOpen = r.state !== 'ended' && r.state !== 'cancelled'
  const shown = (choose.isPending ? choose.variables : r.autonomy) as Refinement['autonomy']
  return (
    <>
      {isOpen && <SegmentedControl size="xs" fullWidth aria-label="Who decides" disabled={choose.isPending} data={(Object.keys(AUTONOMY) as Refinement['autonomy'][]).map((value) => ({ value, label: capital(words(value)) }))} value={shown} onChange={(value) => choose.mutate(value)} />}
      <p>{isOpen ? '' : `${capital(words(shown))}: `}{AUTONOMY[shown]} {r.chosen_by && r.chosen_at && <span className="muted">Chosen by {who(r.chosen_by)} <When at={r.chosen_at} />.</span>}</p>
      {isOpen && r.waiting.length > 0 && shown !== 'autopilot' && <p className="muted">With autopilot, the change that waits is adopted if it is surely better, and dropped if not.</p>}
      {choose.isError && <Trouble error={choose.error} safe="It goes on as before." />}
    </>
  )
}

function Gauge({ at, of, label }: { at: number; of: number; label: string }) {
  return (
    <span className={css.gauge}>
      <span>{count(at)} of {count(of)}</span>
      <span className={css.track} role="meter" aria-label={label} aria-valuenow={at} aria-valuemin={0} aria-valuemax={of}><i style={{ width: `${Math.min(100, (100 * at) / of)}%` }} /></span>
    </span>
  )
}

function Rounded({ round, waits, held, split }: { round: Round; waits: boolean; held: number; split: boolean }) {
  return (
    <section className={`card ${css.round}`} aria-label={`Round ${round.round}`}>
      <header>
        <h3>Round {round.round}{round.is_broken_off ? ', broken off' : ''}</h3>
        <span className="muted">from version {round.parent}, {round.quality === null ? 'of which nothing could be measured' : `which scores ${score(round.quality)} on development cases`}</span>
        <b>{waits ? 'waits for a person' : round.adopted === null ? 'nothing adopted' : `version ${round.adopted} adopted`}</b>
      </header>
      {round.weak.length > 0 && <p><span className="muted">Weak: </span>{round.weak.map((one) => `${one.criterion} ${estimate(one.mean, one.interval)}`).join(', ')}.</p>}
      {round.suggestions.length > 0 && <details><summary>{plural(round.suggestions.length, 'suggestion')} of judges</summary><ul>{round.suggestions.map((one, i) => <li key={i}>{one.text} <span className="muted">{one.judge}{one.weight !== null && `, counts ${score(one.weight)}`}{one.criteria.length > 0 && `; for ${one.criteria.join(', ')}`}</span></li>)}</ul></details>}
      {round.conflicts.map((sentence) => <p key={sentence}><span className="muted">Judges want opposite things: </span>{sentence}</p>)}
      {round.candidates.map((one, i) => <Tried key={i} one={one} round={round} held={held} split={split} />)}
    </section>
  )
}

function Tried({ one, round, held, split }: { one: Candidate; round: Round; held: number; split: boolean }) {
  const stretches = useMemo(() => readUnified(one.diff), [one.diff])
  const isAdopted = one.version !== null && one.version === round.adopted
  return (
    <article className={css.tried} data-adopted={isAdopted || undefined}>
      <div className={css.about}>
        <div>
          <h4>{one.version !== null ? `Version ${one.version}` : one.diff ? 'A change that was refused' : 'No change was written'} <span className={css.became} data-adopted={isAdopted || undefined}>{became(one, round)}</span></h4>
          <p>{one.refused ?? one.note}</p>
          {one.conflicts.map((sentence) => <p key={sentence} className="muted">{sentence}</p>)}
          {one.version !== null && one.reason && <p className="muted">{words(one.reason)}{one.regressions.length > 0 && `; worse on ${one.regressions.join(', ')}`}{one.warnings > 0 && `; judges warn of ${plural(one.warnings, 'answer')} more`}</p>}
          {one.version !== null && one.verdict !== null && <p className={one.unsafe ? parts.note : 'muted'}>{tellUnsafe(one.unsafe)}</p>}
        </div>
        {one.version !== null && <EffectMark value={one.difference} interval={one.interval} verdict={one.verdict ?? 'not known'} cases={held} />}
      </div>
      {stretches.map((rows, i) => <DiffView key={i} rows={rows} split={split} label={`Change of ${one.version === null ? 'a refused text' : `version ${one.version}`}, stretch ${i + 1} of ${stretches.length}`} />)}
    </article>
  )
}
