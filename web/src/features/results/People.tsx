import { useQuery } from '@tanstack/react-query'
import { get, type Labels } from '../../api/client'
import { effect, plural, ranged, score, who } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import css from './ResultsPage.module.css'

type Beside = Labels['judges'][number]

/** What people said about the outputs, and how far each judge agrees with them; nothing where nobody said anything. */
export function People({ run }: { run: string }) {
  const found = useQuery({ queryKey: ['run', run, 'labels'], queryFn: ({ signal }) => get<Labels>(`/api/runs/${run}/labels`, signal) })
  if (found.isLoadingError) return <Trouble error={found.error} retry={() => void found.refetch()} />
  if (!found.data || found.data.labels.length === 0) return null
  const { labels, judges } = found.data
  const people = [...new Set(labels.map((one) => who(one.by)))]
  const put = labels.filter((one) => one.correction !== null).length
  return (
    <section className={`card ${css.board}`} aria-labelledby="people">
      <header>
        <h2 id="people">What people said</h2>
        <p className="muted">{plural(labels.length, 'label')} by {people.join(', ')}{put > 0 && `; ${plural(put, 'answer')} put right, which can be taken into a set of cases on its page`}. Numbers from 0 to 1, case by case.</p>
      </header>
      {judges.length > 0 && (
        <div className={parts.tablebox} tabIndex={0}>
          <table className={parts.table} data-stack>
            <thead><tr><th scope="col">Judge</th><th scope="col" data-right>Cases</th><th scope="col" data-right title="Judge minus people: above zero the judge is the more generous">Leans by</th><th scope="col" data-right title="Mean absolute difference">Is off by</th><th scope="col" data-right>Pearson</th><th scope="col" data-right>Spearman</th></tr></thead>
            <tbody>{judges.map((one) => <Line key={one.judge} one={one} />)}</tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Line({ one }: { one: Beside }) {
  if (one.why_not) return <tr><th scope="row">{one.judge}</th><td data-right data-label="Cases">{one.cases}</td><td colSpan={4} className="muted">{one.why_not}</td></tr>
  return (
    <tr>
      <th scope="row">{one.judge}</th>
      <td data-right data-label="Cases">{one.cases}</td>
      <td data-right data-label="Leans by"><Told value={one.lean} interval={one.lean_interval} tell={effect} /></td>
      <td data-right data-label="Is off by">{score(one.error)}</td>
      <td data-right data-label="Pearson"><Told value={one.pearson} interval={one.pearson_interval} /></td>
      <td data-right data-label="Spearman"><Told value={one.spearman} interval={one.spearman_interval} /></td>
    </tr>
  )
}

function Told({ value, interval, tell = score }: { value: number | null; interval: readonly number[] | null; tell?: typeof effect }) {
  if (value === null) return <span className="muted">not known</span>
  const { value: said, between } = ranged(value, interval, tell)
  return <>{said}{between && <small className={css.range}>{between}</small>}</>
}
