import { count, ranged } from '../../lib/numbers'
import css from './JudgesPage.module.css'
import type { Leaning } from './measures'

const WIDEST = 100
const NEGLIGIBLE = 5
const at = (points: number): number => 50 + (50 * Math.max(-WIDEST, Math.min(WIDEST, points))) / WIDEST

/** What a judge leans to: dot and interval around nothing, in points of a hundred, with both ends named. */
export function Leanings({ leanings, flagged }: { leanings: Leaning[]; flagged: string[] }) {
  if (leanings.length === 0) return <p className="muted">This suite does not tell what it leans to.</p>
  return (
    <ul className={css.leanings}>
      {leanings.map(({ name, label, left, right, measure: m }) => {
        const [low, high] = m.interval ?? []
        const { value, between } = ranged(m.value, m.interval)
        return (
          <li key={name}>
            <span className={css.leaning}><b>{label}</b><span className="num">{value}, {between || 'interval not known'}</span><small className="muted">on {count(m.n)}{flagged.includes(name) ? '; beyond doubt' : ''}</small></span>
            <svg className={css.plot} width="100%" height="34" aria-hidden="true">
              <rect x={`${at(-NEGLIGIBLE)}%`} width={`${at(NEGLIGIBLE) - at(-NEGLIGIBLE)}%`} y="0" height="16" fill="var(--sunken)" />
              <line x1="0" x2="100%" y1="8" y2="8" stroke="var(--line)" />
              <line x1="50%" x2="50%" y1="0" y2="16" stroke="var(--line-strong)" />
              {low !== undefined && high !== undefined && <line x1={`${at(low)}%`} x2={`${at(high)}%`} y1="8" y2="8" stroke="var(--accent)" strokeWidth="3" strokeLinecap="round" />}
              <circle cx={`${at(m.value)}%`} cy="8" r="4.5" fill={flagged.includes(name) ? 'var(--accent)' : 'var(--surface)'} stroke="var(--accent)" strokeWidth="2.5" />
              <text x="0" y="30">{left}</text><text x="50%" y="30" textAnchor="middle">0</text><text x="100%" y="30" textAnchor="end">{right}</text>
            </svg>
          </li>
        )
      })}
    </ul>
  )
}
