import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { get, type Ranking } from '../../api/client'
import { capital, count, percent, plural, score } from '../../lib/numbers'
import { IntervalChart } from '../../ui/IntervalChart'
import { Bones, EmptyState, parts, Trouble } from '../../ui/Parts'
import css from './RankingPage.module.css'

const route = getRouteApi('/runs/$run/ranking')

export default function RankingPage() {
  const { run } = route.useParams()
  const ranking = useQuery({ queryKey: ['run', run, 'ranking'], queryFn: ({ signal }) => get<Ranking>(`/api/runs/${run}/ranking`, signal) })
  if (ranking.isLoadingError) return <div className={parts.page}><Trouble error={ranking.error} safe="The run goes on without this page." retry={() => void ranking.refetch()} /></div>
  if (!ranking.data) return <div className={parts.page}><div className="card"><Bones /></div></div>
  const d = ranking.data
  return (
    <div className={parts.page}>
      {d.warnings.map((warning) => <p key={warning} className={parts.note} role="note">{warning}</p>)}
      {d.items.length === 0 ? <EmptyState title="There is no order yet">{plural(d.comparisons, 'comparison')} so far. The order is made when the run ends: {d.ending}</EmptyState> : (
        <>
          <section className={`card ${css.board}`} aria-labelledby="order">
            <header><h2 id="order">Order</h2><p className="muted">Strengths in logits around the mean: a text that is ahead by 1.1 wins three of four comparisons. {capital(d.ending)}</p></header>
            <IntervalChart title="Order of texts" what="Text" results="Comparisons" format={score} better="more" few={6}
              items={d.items.map((i) => ({ name: i.id, value: i.score, low: i.interval?.[0] ?? null, high: i.interval?.[1] ?? null, place: String(i.rank), ties: '', n: i.comparisons, ...(i.misfits || i.anchor_grade ? { sub: [i.anchor_grade && `anchor, grade ${i.anchor_grade}`, i.misfits && 'judges do not agree about it'].filter(Boolean).join('; ') } : {}) }))} />
            {d.unplaced.length > 0 && <p className="muted">Without a place: {d.unplaced.join(', ')}.</p>}
          </section>
          <Grades ranking={d} />
        </>
      )}
      <div className={css.two}>
        <section className={`card ${css.board}`}>
          <h2>How well it would be found again</h2>
          <dl className={css.facts}>
            <dt>Between halves</dt><dd>{known(d.reliability.split_half)} <span className="muted">{d.halves}</span></dd>
            <dt>Between streams</dt><dd>{known(d.reliability.streams)}</dd>
            <dt>Scale separation</dt><dd>{known(d.reliability.ssr)}{d.reliability.ssr_inflated && <span className="muted"> flattered: pairs were chosen by earlier results</span>}</dd>
            <dt>Agreement of judges</dt><dd>{known(d.agreement)}</dd>
            <dt>Being shown first</dt><dd>{d.position_effect === null ? 'not known' : `${score(d.position_effect)} logits`}</dd>
          </dl>
        </section>
        <section className={`card ${css.board}`}>
          <h2>Judges</h2>
          <ul className={css.judges}>{d.judges.map((j) => <li key={j.name}><b>{j.name}</b>{j.is_person && ' (a person)'}<span className="muted num">{plural(j.comparisons, 'comparison')}{j.not_judged > 0 && `, ${count(j.not_judged)} not judged`}{j.agreement != null && `, chose as the order does in ${percent(j.agreement)}`}{j.first_chosen != null && `, the first shown in ${percent(j.first_chosen)}`}{j.misfits && '; does not fit the others'}</span></li>)}</ul>
        </section>
      </div>
    </div>
  )
}

const known = (x: number | null): string => (x === null ? 'not known' : score(x))

function Grades({ ranking: d }: { ranking: Ranking }) {
  if (!d.grades.available) return d.grades.reason ? <p className={parts.note}>{d.grades.reason}</p> : null
  const names = [...new Set(d.items.flatMap((i) => Object.keys(i.probabilities ?? {})))]
  return (
    <section className={`card ${css.board}`} aria-labelledby="grades">
      <header><h2 id="grades">Grades</h2><p className="muted">What the anchors make of the order: the likeliest grade, and how likely each is.</p></header>
      <div className={parts.tablebox} tabIndex={0}>
        <table className={parts.table}>
          <thead><tr><th scope="col">Text</th><th scope="col">Grade</th><th scope="col" data-right>Probability</th>{names.map((n) => <th key={n} scope="col" data-right>{n}</th>)}</tr></thead>
          <tbody>{d.items.map((i) => <tr key={i.id}><th scope="row">{i.id}</th><td><b>{i.fine_grade ?? i.grade ?? 'none'}</b> <span className="muted">{i.certainty ?? ''}</span></td><td data-right>{i.confidence === null ? '–' : percent(i.confidence)}</td>{names.map((n) => { const p = i.probabilities?.[n] ?? 0; return <td key={n} data-right className={css.shade} style={{ '--p': p } as React.CSSProperties}>{i.probabilities ? percent(p) : '–'}</td> })}</tr>)}</tbody>
        </table>
      </div>
      {d.grades.weaknesses.map((w) => <p key={w} className="muted">{d.grades.remarks[w] ?? w}</p>)}
    </section>
  )
}
