import { scaleLinear, scaleLog } from 'd3-scale'
import type { Board } from '../../api/client'
import { score, usd } from '../../lib/numbers'
import { parts } from '../../ui/Parts'
import css from './ResultsPage.module.css'

const isOn = (p: Board['frontier'][number]): boolean => p.standing === 'on' || p.standing === 'perhaps_on'
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 220, 44, 34]

/** Quality against cost: who stands on the line is beaten by nobody who is as cheap. The same is told below it. */
export function Frontier({ points }: { points: Board['frontier'] }) {
  const drawn = points.filter((p) => p.cost_usd > 0)
  const costs = drawn.map((p) => p.cost_usd)
  const ends = points.map((p) => p.quality)
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const pad = (high - low) * 0.2 || 0.05
  const x = scaleLog().domain([Math.min(...costs) * 0.7, Math.max(...costs) * 1.5]).range([LEFT, WIDTH - 10])
  const y = scaleLinear().domain([low - pad, high + pad]).range([HEIGHT - BOTTOM, 10])
  const line = drawn.filter((p) => isOn(p)).sort((a, b) => a.cost_usd - b.cost_usd)
  return (
    <>
      {drawn.length > 1 && (
        <div className={parts.tablebox} tabIndex={0}>
          <svg className={css.frontier} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label="Quality against the cost of an answer; the list below has the same numbers">
            {y.ticks(4).map((t) => <g key={t}><line x1={LEFT} x2={WIDTH - 10} y1={y(t)} y2={y(t)} className={css.rule} /><text x={LEFT - 8} y={y(t) + 4} textAnchor="end">{score(t)}</text></g>)}
            {x.ticks(4).filter((t) => /^[125]/.test(t.toExponential())).map((t) => <text key={t} x={x(t)} y={HEIGHT - 16} textAnchor="middle">{usd(t)}</text>)}
            <text x={WIDTH - 10} y={HEIGHT - 2} textAnchor="end">cost of an answer, on a scale of ratios</text>
            <polyline points={line.map((p) => `${x(p.cost_usd)},${y(p.quality)}`).join(' ')} className={css.efficient} />
            {drawn.map((p) => <g key={p.name}><circle cx={x(p.cost_usd)} cy={y(p.quality)} r="5.5" className={css.point} data-efficient={isOn(p) || undefined} /><text x={x(p.cost_usd) + (x(p.cost_usd) > WIDTH * 0.7 ? -10 : 10)} y={y(p.quality) - 8} textAnchor={x(p.cost_usd) > WIDTH * 0.7 ? 'end' : 'start'} className={css.named}>{p.name}</text></g>)}
          </svg>
        </div>
      )}
      <ul>{points.map((p) => <li key={p.name}><b>{p.name}</b>, {score(p.quality)} for {usd(p.cost_usd)}: {p.sentence}</li>)}</ul>
    </>
  )
}
