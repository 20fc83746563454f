import { memo } from 'react'
import type { Progress as Counted } from '../../api/client'
import { useHappened, useProgress } from '../../api/live'
import { capital, count, percent, span, words } from '../../lib/numbers'
import { Meter } from '../../ui/Parts'
import { countedOf } from './pages'
import css from './Progress.module.css'

/** A stage, or the pages of a scan and an export, which have no stages. */
type Bar = Omit<Counted['stages'][number], 'name'> & { name: string }

/** How far each stage has come, how fast, and what it costs. Counts replace each other; only the state is spoken. */
export const Progress = memo(function Progress({ run, first }: { run: string; first: Counted | undefined }) {
  const told = useProgress(run).data ?? first
  const last = useHappened().data?.findLast((event) => event.run_id === run)
  if (!told) return <div className={css.strip} aria-busy="true"><div className={css.stages} /></div>
  const counted = countedOf(told)
  const bars: Bar[] = counted.what === 'page' ? [{ name: 'pages', done: counted.done, failed: 0, planned: counted.planned }] : told.stages
  const steps = bars.reduce((sum, s) => ({ done: sum.done + s.done + s.failed, planned: sum.planned + s.planned }), { done: 0, planned: 0 })
  return (
    <section className={css.strip} aria-label="Progress">
      <ol className={css.stages}>
        {bars.map((s) => {
          const ended = s.done + s.failed
          return (
            <li key={s.name} className={css.stage}>
              <div className={css.line}><b>{capital(s.name)}</b>{s.failed > 0 && <span className={`num ${css.failed}`}>{count(s.failed)} {s.name === 'judge' ? 'not judged' : s.name === 'check' ? 'not passed' : 'failed'}</span>}</div>
              <div className={css.track} role="progressbar" aria-label={capital(s.name)} aria-valuenow={Math.round(s.planned ? (100 * ended) / s.planned : 0)} aria-valuemin={0} aria-valuemax={100}>
                <i className={css.ok} style={{ width: `${s.planned ? (100 * s.done) / s.planned : 0}%` }} />
                <i className={css.bad} style={{ width: `${s.planned ? (100 * s.failed) / s.planned : 0}%` }} />
              </div>
              <span className="num muted">{s.name === 'rank' ? (s.done ? 'done' : 'when all is judged') : `${count(ended)} of ${count(s.planned)}`}</span>
            </li>
          )
        })}
      </ol>
      <div className={css.side}>
        <div className={css.pace}>{told.state !== 'waiting' && steps.planned > 0 && <b className="num">{percent(steps.done / steps.planned)}</b>}<span className="muted num">{pace(told)}</span></div>
        <div className={css.event}><span className="muted">{last ? capital(words(last.type.replace('.', ' '))) : `${count(told.attempts)} calls`}</span></div>
      </div>
      <Meter money={told} budget={told.budget_usd} />
    </section>
  )
})

function pace(told: Counted): string {
  if (told.state === 'waiting') return 'waiting for people'
  if (told.state !== 'running') return told.state === 'ended' ? 'all done' : told.state
  if (told.per_second === 0) return told.attempts === 0 ? 'waiting for a worker' : 'working'
  const rate = told.per_second >= 10 ? told.per_second.toFixed(0) : told.per_second.toFixed(1)
  return `${rate} a second${told.eta_s === null ? '' : `, about ${span(told.eta_s)}`}`
}
