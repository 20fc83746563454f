import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Problem } from '../api/client'
import { ago, exactly } from '../lib/dates'
import { capital, plural, spent, usd } from '../lib/numbers'
import css from './Parts.module.css'

export { css as parts }

export function PageHead({ title, children, actions }: { title: ReactNode; children?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={css.head}>
      <div>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  )
}

/** What this will show, and one thing to do. */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <section className={`card ${css.empty}`}>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </section>
  )
}

/** Where something will stand that is not asked for yet. */
export const Coming = ({ title = 'Before it starts', children }: { title?: string; children: ReactNode }) => <section className={css.coming}><h2>{title}</h2><p>{children}</p></section>

/** What failed, what is safe, and a way to try again; only the failed part is replaced. */
export function Trouble({ error, safe, retry }: { error: Error; safe?: string; retry?: () => void }) {
  const problem = error instanceof Problem ? error : null
  return (
    <section className={`card ${css.trouble}`} role="alert">
      <h2>{problem?.status === 404 ? 'It is not there' : 'This could not be read'}</h2>
      <p>{problem?.detail ?? error.message}</p>
      {safe && <p className="muted">{safe}</p>}
      {problem && <span className={css.code}>{problem.code}</span>}
      {retry && problem?.status !== 404 && <Button size="xs" variant="default" onClick={retry}>Try again</Button>}
    </section>
  )
}

/** The shape of what is coming, after 200 ms. */
export function Bones({ lines = 8 }: { lines?: number }) {
  return (
    <div className={css.bones} role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, i) => <Skeleton key={i} h={18} w={`${92 - ((i * 17) % 38)}%`} />)}
    </div>
  )
}

/** What a run has spent, as far as it is known, and what it holds for calls in flight. */
interface Money { spent_usd: number | null; unpriced_calls: number; held_usd: number }

/** Spent, held and allowed: one meter everywhere. */
export function Meter({ money, budget, why = 'held for calls in flight' }: { money: Money; budget: number | null; why?: string }) {
  const held = money.held_usd
  const told = spent(money.spent_usd, money.unpriced_calls)
  const of = (x: number): string => `${Math.min(100, (100 * x) / (budget ?? 1))}%`
  return (
    <div className={css.meter}>
      <div className={css.line}>
        <b className="num">{told}</b>
        <span className="muted num">{budget === null ? 'spent, no budget set' : `of ${usd(budget)} budget`}</span>
      </div>
      {budget !== null && (
        <div className={css.track} role="meter" aria-label="Budget spent" aria-valuenow={money.spent_usd ?? 0} aria-valuemin={0} aria-valuemax={budget} aria-valuetext={`${told} spent, ${usd(held)} held, of ${usd(budget)}`}>
          <i className={css.spent} style={{ width: of(money.spent_usd ?? 0) }} />
          <i className={css.held} style={{ width: of(held) }} />
        </div>
      )}
      {money.unpriced_calls > 0 && <span className="muted num">The price of {plural(money.unpriced_calls, 'call')} is unknown</span>}
      {held > 0 && <span className="muted num">{usd(held)} {why}</span>}
    </div>
  )
}

export const State = ({ state }: { state: string }) => <span className={css.state} data-state={state}>{capital(state)}</span>

export const When = ({ at }: { at: string }) => <time dateTime={at} title={exactly(at)}>{ago(at)}</time>
