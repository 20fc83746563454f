import { effect, ranged, words } from '../lib/numbers'
import css from './EffectMark.module.css'

interface Props { value: number | null; interval: readonly [number, number] | readonly number[] | null; verdict: string; cases: number; what?: string }

/** A difference as dot and interval around nothing, with the word for what is known. */
export function EffectMark({ value, interval, verdict, cases, what = 'held-out' }: Props) {
  const [low, high] = interval ?? []
  const known = low !== undefined && high !== undefined
  const told = ranged(value ?? 0, interval, effect)
  const widest = Math.max(0.02, ...[value ?? 0, low ?? 0, high ?? 0].map(Math.abs)) * 1.15
  const x = (at: number): number => 70 + (66 * at) / widest
  return (
    <div className={css.effect}>
      {value !== null && (
        <svg width="140" height="20" aria-hidden="true">
          <line x1="70" x2="70" y1="1" y2="19" stroke="var(--line-strong)" />
          {known && <line x1={x(low)} x2={x(high)} y1="10" y2="10" stroke="var(--accent)" strokeWidth="3" strokeLinecap="round" />}
          <circle cx={x(value)} cy="10" r="4.5" fill={verdict === 'better' ? 'var(--accent)' : 'var(--surface)'} stroke="var(--accent)" strokeWidth="2.5" />
        </svg>
      )}
      <span><b>{words(verdict)}</b>{value !== null && <span className="muted num"> {told.value}, {told.between || 'interval not known'}</span>}</span>
      <span className="muted num">on {cases} {what} {cases === 1 ? 'case' : 'cases'}</span>
    </div>
  )
}
