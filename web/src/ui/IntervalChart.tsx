import { scaleLinear, scaleLog } from 'd3-scale'
import { useId } from 'react'
import { type Tell, worth } from '../lib/numbers'
import css from './IntervalChart.module.css'

export interface Marked { name: string; sub?: string; value: number | null; low: number | null; high: number | null; place: string; ties: string; n: number; title?: string }
interface Props { title: string; what?: string; items: Marked[]; format: Tell; results?: string; better: 'more' | 'less'; log?: boolean; few?: number; level?: number; hasPlaces?: boolean }

/** The level in whole per cent, or as finely as it differs from certainty. */
const certain = (level: number): string => (level > 0.99 ? (Math.floor(level * 10_000) / 100).toString() : Math.round(level * 100).toString())

const [NARROWEST, LETTER] = [150, 7]
/** Those whose words do not run into each other, however narrow the column is. */
function apart(ticks: number[], x: (t: number) => number, format: Tell): number[] {
  const kept: number[] = []
  for (const t of ticks) {
    const last = kept.at(-1)
    if (last === undefined || (NARROWEST * (x(t) - x(last))) / 100 >= LETTER * format(t).length + 4) kept.push(t)
  }
  return kept
}

/** A table with a drawn column: who cannot see the drawing reads the same numbers beside it. */
export function IntervalChart({ title, what = 'Arm', items, format, results = 'Results', better, log = false, few = 30, level = 0.95, hasPlaces = true }: Props) {
  const id = useId()
  const ends = items.flatMap((i) => [i.value, i.low, i.high]).filter((x): x is number => x !== null)
  const low = Math.min(...ends)
  const high = Math.max(...ends)
  const pad = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1
  const ratios = log && low > 0
  const x = (ratios ? scaleLog().domain([low * 0.85, high * 1.15]) : scaleLinear().domain([low < 0 ? low - pad : Math.max(0, low - pad), high + pad])).range([0, 100])
  const round = ratios ? x.ticks(3).filter((t) => /^[125]/.test(t.toExponential())) : []
  // Where all lie close together there is hardly a round number between them.
  const ticks = apart(ends.length === 0 ? [] : round.length > 1 ? round : x.ticks(4), x, format)
  const at = (v: number): string => `${x(v)}%`
  const lead = items[0]
  const common = worth(...items.map((i) => [i.low, i.high] as const))
  // On a scale of ratios every row has the digits that its own interval is worth.
  const digitsOf = (i: Marked): number | undefined => (ratios ? worth([i.low, i.high]) : common)
  const tied = items.some((i) => i.ties)
  const value = (i: Marked): string => (i.value === null ? 'no results' : format(i.value, digitsOf(i)))
  const range = (i: Marked): string => (i.low === null || i.high === null ? 'not known' : `${format(i.low, digitsOf(i))} – ${format(i.high, digitsOf(i))}`)
  const width = (least: number, told: (i: Marked) => string): React.CSSProperties => ({ width: Math.max(least, ...items.map((i) => 24 + LETTER * 1.1 * told(i).length)) })
  return (
    <div className={css.scroll} tabIndex={0}>
      <table className={css.board} aria-labelledby={id}>
        <caption id={id} className="sr">{title}, {better} is better</caption>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col" className={css.scale}><span className="sr">Drawn</span><span aria-hidden="true" className={css.ticks}>{ticks.map((t) => <i key={t} style={{ left: at(t) }}>{format(t)}</i>)}</span></th>
            <th scope="col" className={css.right} style={width(92, value)}>Value</th>
            <th scope="col" className={css.right} style={width(150, range)}>{certain(level)} % interval</th>
            {hasPlaces && <th scope="col" className={css.few}>Place</th>}
            {tied && <th scope="col" className={css.few}>Ties</th>}
            <th scope="col" className={`${css.right} ${css.results}`}>{results}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((i) => {
            const thin = i.n < few || undefined
            return (
              <tr key={i.name} title={i.title}>
                <th scope="row">{i.name}{i.sub && <small>{i.sub}</small>}</th>
                <td className={css.drawn} aria-hidden="true">
                  <svg width="100%" height="100%" role="presentation">
                    {lead?.low != null && lead.high != null && <rect x={at(lead.low)} width={`${x(lead.high) - x(lead.low)}%`} y="0" height="100%" className={css.band} />}
                    {ticks.map((t) => <line key={t} x1={at(t)} x2={at(t)} y1="0" y2="100%" className={css.grid} />)}
                    {i.low !== null && i.high !== null && (
                      <>
                        <line x1={at(i.low)} x2={at(i.high)} y1="50%" y2="50%" className={css.interval} data-thin={thin} />
                        <svg x={at(i.low)} y="50%" className={css.free} role="presentation"><line y1={-5} y2={5} className={css.cap} /></svg>
                        <svg x={at(i.high)} y="50%" className={css.free} role="presentation"><line y1={-5} y2={5} className={css.cap} /></svg>
                      </>
                    )}
                    {i.value !== null && <circle cx={at(i.value)} cy="50%" r="5.5" className={css.dot} data-thin={thin} />}
                  </svg>
                </td>
                <td className={`${css.right} ${css.value}`}>{value(i)}</td>
                <td className={`${css.right} ${css.range}`}>{range(i)}</td>
                {hasPlaces && <td className={css.place}>{i.place || '–'}</td>}
                {tied && <td className={css.letters}>{i.ties}</td>}
                <td className={`${css.right} ${css.range}`} data-thin={thin} data-results={results.toLowerCase()}>{i.n.toLocaleString('en-GB')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
