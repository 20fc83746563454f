import { SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Facet } from '../../api/client'
import { capital, count, score, share, worth } from '../../lib/numbers'
import { parts } from '../../ui/Parts'
import css from './ResultsPage.module.css'

const route = getRouteApi('/runs/$run/results')

/** Means by what cases are like; small groups say how small they are. */
export function Facets({ facets }: { facets: Facet[] }) {
  const { facet } = route.useSearch()
  const go = route.useNavigate()
  const kinds = [...new Set(facets.map((one) => one.kind))]
  const kind = kinds.find((one) => one === facet) ?? kinds[0]
  const shown = facets.filter((one) => one.kind === kind)
  const names = shown[0]?.rows.map((row) => row.name) ?? []
  return (
    <section className={`card ${css.board} ${css.tall}`} aria-labelledby="facets">
      <header className={css.between}>
        <div><h2 id="facets">By what cases are like</h2><p className="muted">Quality, or the share that passed where nobody judged, with its interval. A group differs from another only where their intervals do not meet, and not always then.</p></div>
        <SegmentedControl size="xs" aria-label="Grouped by" data={kinds.map((one) => ({ value: one, label: capital(one) }))} value={kind ?? ''} onChange={(v) => void go({ search: { facet: v }, replace: true })} />
      </header>
      <div className={parts.tablebox} tabIndex={0}>
        <table className={parts.table}>
          <thead><tr><th scope="col">{capital(kind ?? '')}</th><th scope="col" data-right>Cases</th>{names.map((name) => <th key={name} scope="col" data-right>{name}</th>)}</tr></thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.name}>
                <th scope="row">{one.name}</th><td data-right>{count(one.cases)}</td>
                {one.rows.map((row) => {
                  const mean = row.quality ?? row.passing
                  const told = row.quality ? score : share
                  const digits = mean?.interval ? worth([mean.interval.low, mean.interval.high]) : undefined
                  const tell = (x: number) => told(x, digits)
                  return <td key={row.name} data-right>{mean ? <>{tell(mean.value)}<small className={css.range}>{mean.interval ? `${tell(mean.interval.low)} – ${tell(mean.interval.high)}` : 'interval not known'}</small></> : <span className="muted">–</span>}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
