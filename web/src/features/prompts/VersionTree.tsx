import type { PromptVersion } from '../../api/client'
import { plural } from '../../lib/numbers'
import { When } from '../../ui/Parts'
import css from './PromptPage.module.css'

interface Props { versions: PromptVersion[]; at: number; onOpen: (number: number) => void }
const STEP = 14
const ROW = 52

/** All versions, newest first, with a line from each to the one that it was made from. */
export function VersionTree({ versions, at, onOpen }: Props) {
  const lanes = lanesOf(versions)
  const width = STEP * (1 + Math.max(0, ...lanes.values())) + 10
  const place = new Map(versions.map((one, i) => [one.number, i]))
  const x = (number: number): number => 10 + STEP * (lanes.get(number) ?? 0)
  const y = (i: number): number => ROW * i + ROW / 2
  return (
    <nav className={`card ${css.tree}`} aria-label={plural(versions.length, 'version')}>
      <svg width={width} height={ROW * versions.length} aria-hidden="true" className={css.lines}>
        {versions.map((one, i) => {
          const parent = one.parent === null ? undefined : place.get(one.parent)
          if (one.parent === null || parent === undefined) return null
          return <path key={one.number} d={`M${x(one.number)} ${y(i)} V${y(parent) - ROW / 2} L${x(one.parent)} ${y(parent)}`} fill="none" stroke="var(--line-strong)" strokeWidth="1.5" />
        })}
        {versions.map((one, i) => <circle key={one.number} cx={x(one.number)} cy={y(i)} r={one.is_production ? 5.5 : 4} fill={one.is_production ? 'var(--ok)' : one.number === at ? 'var(--accent)' : 'var(--surface)'} stroke={one.is_production ? 'var(--ok)' : 'var(--accent)'} strokeWidth="2" />)}
      </svg>
      <ol className={css.versions}>
        {versions.map((one) => (
          <li key={one.number}>
            <button type="button" aria-current={one.number === at ? 'true' : undefined} onClick={() => onOpen(one.number)}>
              <span className={css.which}><b>Version {one.number}</b>{one.is_production && <span className={css.use}>in use</span>}<span className="muted"><When at={one.made_at} /></span></span>
              <span className={css.about}>{one.changelog || (one.parent === null ? 'The first' : `From version ${one.parent}`)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Which column each version is drawn in: the newest line is the first, branches stand beside it. */
function lanesOf(versions: PromptVersion[]): Map<number, number> {
  const lanes = new Map<number, number>()
  const waiting: (number | null)[] = []
  for (const one of versions) {
    const mine = waiting.flatMap((number, lane) => (number === one.number ? [lane] : []))
    const free = waiting.indexOf(null)
    const lane = mine[0] ?? (free < 0 ? waiting.length : free)
    for (const other of mine) waiting[other] = null
    lanes.set(one.number, lane)
    waiting[lane] = one.parent
  }
  return lanes
}
