import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { get, post, type Review, type Run, type RunLine, type RunLines, type Spending } from '../../api/client'
import { useProgress } from '../../api/live'
import { count, estimate, percent, plural, spent, words } from '../../lib/numbers'
import { Bones, EmptyState, Meter, PageHead, parts, State, Trouble, When } from '../../ui/Parts'
import { countedOf, pageOf } from '../runs/pages'
import css from './HomePage.module.css'

export default function HomePage() {
  const open = useQuery({ queryKey: ['runs', 'open'], queryFn: ({ signal }) => get<RunLines>('/api/runs?open=true&limit=50', signal) })
  const ended = useQuery({ queryKey: ['runs', 'newest'], queryFn: ({ signal }) => get<RunLines>('/api/runs?open=false&limit=6', signal) })
  if (open.isLoadingError) return <div className={parts.page}><h1>Home</h1><Trouble error={open.error} safe="Runs go on without this page." retry={() => void open.refetch()} /></div>
  if (!open.data || !ended.data) return <div className={parts.page}><h1>Home</h1><div className="card"><Bones /></div></div>
  const going = open.data.items
  if (going.length === 0 && ended.data.items.length === 0) return <First />
  return (
    <div className={parts.page}>
      <PageHead title="Home" actions={<><Demo live>Run the demonstration, live</Demo><Button size="compact-md" variant="default" renderRoot={(props) => <Link to="/rankings/new" {...props} />}>New ranking</Button><Button size="compact-md" variant="default" renderRoot={(props) => <Link to="/runs/new" {...props} />}>New run</Button><Button size="compact-md" renderRoot={(props) => <Link to="/experiments/new" {...props} />}>New experiment</Button></>}>
        {said(going)}
      </PageHead>
      {going.length > 0 && <section className={css.cards} aria-label="Going on" data-few={going.length < 3 || undefined}>{going.map((run) => <Going key={run.id} run={run} />)}</section>}
      <div className={css.two}>
        <section className="card" aria-label="Newest results">
          <h2 className={css.title}>Newest results</h2>
          {ended.data.items.length === 0 ? <p className={css.none}>Results appear here when the first run has ended.</p> : (
            <ul className={css.list}>
              {ended.data.items.map((run) => (
                <li key={run.id}>
                  <Link to={run.shown_as === 'boards' ? '/runs/$run/results' : pageOf(run.shown_as)} params={{ run: run.id }}><b>{run.name}</b><span className="muted"> {words(run.preset)}, <When at={run.began_at} /></span></Link>
                  <span className={css.cost}>{spent(run.spent_usd, run.unpriced_calls)}</span>
                  <span className="muted">{run.best ? <>{run.best.name}{run.best.is_tied ? ' and others are not told apart' : ' leads'}: {words(run.best.board)} {estimate(run.best.value, run.best.interval)}</> : run.sentence}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <div className={css.side}><Waiting /><Spend /></div>
      </div>
    </div>
  )
}

/** How much works by itself, and how much stands still until somebody does something. */
function said(going: RunLine[]): string {
  const of = (...states: string[]): number => going.filter((run) => states.includes(run.state)).length
  const [works, waits, stands] = [of('running'), of('waiting'), of('paused', 'halted')]
  const told = [works && `${plural(works, 'run')} going on`, waits && `${plural(waits, 'run')} ${waits === 1 ? 'waits' : 'wait'} for somebody`, stands && `${plural(stands, 'run')} ${stands === 1 ? 'stands' : 'stand'} still`].filter(Boolean)
  return told.length > 0 ? `${told.join(', ')}.` : 'Nothing is going on.'
}

function First() {
  return (
    <div className={parts.page}>
      <PageHead title="Welcome to Edison">A workbench for prompts, models and judges. Nothing has run here yet.</PageHead>
      <EmptyState title="See a finished project first" action={<div className={parts.actions}><Demo>Open the demonstration</Demo><Button variant="default" renderRoot={(props) => <Link to="/experiments/new" {...props} />}>Write an experiment of your own</Button><Button variant="default" renderRoot={(props) => <Link to="/runs/new" {...props} />}>Run a suite of your own</Button></div>}>
        Four simulated models answer sixty customers of a small shop; answers are checked, two judges score them, and boards say who is ahead and how sure that is. It needs no key and no network, and takes a few seconds.
      </EmptyState>
    </div>
  )
}

function Demo({ live = false, children }: { live?: boolean; children: string }) {
  const go = useNavigate()
  const cache = useQueryClient()
  const start = useMutation({
    mutationFn: () => post<Run>('/api/demo', { live }),
    onSuccess: (run) => {
      void cache.invalidateQueries({ queryKey: ['runs'] })
      void go({ to: '/runs/$run', params: { run: run.id } })
    },
  })
  return (
    <>
      <Button size={live ? 'compact-md' : 'sm'} variant={live ? 'default' : 'filled'} loading={start.isPending} onClick={() => start.mutate()}>{children}</Button>
      {start.isError && <span role="alert" className={css.refused}>{start.error.message}</span>}
    </>
  )
}

function Going({ run }: { run: RunLine }) {
  const now = useProgress(run.id).data ?? run
  const { done, planned, what } = countedOf(now)
  return (
    <article className={`card ${css.going}`}>
      <header><Link to={pageOf(run.shown_as)} params={{ run: run.id }}><h2>{run.name}</h2></Link><State state={now.state} /></header>
      {/* A run that goes on may plan more when all that is planned is done: it is not whole for that. */}
      {done < planned ? (
        <>
          <div className={css.track} role="progressbar" aria-label={what === 'page' ? 'Pages' : 'Cells'} aria-valuenow={Math.floor((100 * done) / planned)} aria-valuemin={0} aria-valuemax={100}><i style={{ width: `${(100 * done) / planned}%` }} /></div>
          <span className="muted num">{percent(done / planned)}, {count(done)} of {plural(planned, what)}</span>
        </>
      ) : <span className="muted num">{planned === 0 ? 'Nothing is planned yet' : `${plural(done, what)} done so far`}</span>}
      {now.state !== 'running' && <p>{run.sentence}</p>}
      {now.state === 'waiting' && <Decide run={run.id} />}
      <Meter money={now} budget={run.budget_usd} />
    </article>
  )
}

/** The way to what a run waits for, where that is a change of a prompt. */
function Decide({ run }: { run: string }) {
  const reviews = useQuery({ queryKey: ['reviews', 'open'], queryFn: ({ signal }) => get<Review[]>('/api/reviews?everywhere=true', signal) })
  const asked = reviews.data?.find((one) => one.run === run)
  return asked ? <div><Button size="compact-sm" renderRoot={(props) => <Link to="/reviews/$review" params={{ review: asked.id }} {...props} />}>Decide</Button></div> : null
}

/** What only a person can decide. */
function Waiting() {
  const reviews = useQuery({ queryKey: ['reviews', 'open'], queryFn: ({ signal }) => get<Review[]>('/api/reviews?everywhere=true', signal) })
  return (
    <section className="card" aria-label="Waiting for you">
      <h2 className={css.title}>Waiting for you</h2>
      {reviews.isLoadingError ? <Trouble error={reviews.error} retry={() => void reviews.refetch()} /> : !reviews.data ? <Bones lines={2} /> : reviews.data.length === 0 ? <p className={css.none}>Nothing waits for a decision.</p> : (
        <ul className={css.list}>
          {reviews.data.slice(0, 4).map((one) => <li key={one.id}><Link to="/reviews/$review" params={{ review: one.id }}><b>{one.prompt}</b></Link><span className="muted">{one.note || 'A change is suggested.'} {plural(one.hunks.filter((hunk) => hunk.review === null).length, 'hunk')} open.</span></li>)}
          {reviews.data.length > 4 && <li><Link to="/reviews">All {count(reviews.data.length)}</Link></li>}
        </ul>
      )}
    </section>
  )
}

function Spend() {
  const costs = useQuery({ queryKey: ['costs'], queryFn: ({ signal }) => get<Spending[]>('/api/costs', signal) })
  const total = costs.data?.reduce((sum, one) => sum + one.spent_usd, 0) ?? 0
  const unknown = costs.data?.reduce((sum, one) => sum + one.unknown, 0) ?? 0
  const models = new Map<string, { known: number; unknown: number }>()
  for (const one of costs.data ?? []) {
    const sum = models.get(one.endpoint) ?? { known: 0, unknown: 0 }
    models.set(one.endpoint, { known: sum.known + one.spent_usd, unknown: sum.unknown + one.unknown })
  }
  const dearest = [...models].sort(([, a], [, b]) => b.known - a.known).slice(0, 5)
  return (
    <section className="card" aria-label="Spend">
      <h2 className={css.title}>Spent</h2>
      {costs.isLoadingError ? <Trouble error={costs.error} /> : !costs.data ? <Bones lines={4} /> : (
        <div className={css.spend}>
          <b className={css.total}>{spent(total, unknown)}</b>
          <span className="muted">in all, every call counted{unknown > 0 ? `; the cost of ${plural(unknown, 'call')} is unknown` : ''}</span>
          <ul>{dearest.map(([model, sum]) => <li key={model}><span>{model}</span><span className="num">{spent(sum.known, sum.unknown)}</span></li>)}</ul>
          <Link to="/costs">Where it went</Link>
        </div>
      )}
    </section>
  )
}
