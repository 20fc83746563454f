import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { get, type Ranking } from '../../api/client'
import { capital, count, percent, plural, score } from '../../lib/numbers'
import { IntervalChart } from '../../ui/IntervalChart'
import { Bones, EmptyState, parts, Trouble } from '../../ui/Parts'
import css from './RankingPage.module.css'

const route = getRouteApi('/runs/$run/ranking')
const LOOK_MS = 1000

export default function RankingPage() {
  const { run } = route.useParams()
  const ranking = useQuery<Ranking>({ queryKey: ['run', run, 'ranking'], refetchInterval: (query) => (query.state.data && query.state.data.ended_at === null ? LOOK_MS : false), queryFn: ({ signal }) => get<Ranking>(`/api/runs/${run}/ranking`, signal) })
  if (ranking.isLoadingError) return <div className={parts.page}><Trouble error={ranking.error} safe="The run goes on without this page." retry={() => void ranking.refetch()} /></div>
  if (!ranking.data) return <div className={parts.page}><div className="card"><Bones /></div></div>
  const d = ranking.data
  const goesOn = d.ended_at === null
  return (
    <div className={parts.page}>
      {!goesOn && d.warnings.map((warning) => <p key={warning} className={parts.note} role="note">{warning}</p>)}
      {d.items.length === 0 ? <EmptyState title={goesOn ? 'There is no order yet' : 'There is no order'}>{plural(d.comparisons, 'comparison')}{goesOn ? ' so far. The order is made of all of them when the run ends.' : `. ${capital(d.ending)}`}</EmptyState> : (
        <>
          <section className={`card ${css.worth}`} data-usable={d.worth.usable || undefined} aria-label="What it is worth"><h2>{capital(d.worth.sentence)}</h2><p className="muted">{capital(d.ending)} A reliable order says that judges agree with themselves; only reading the texts says whether they are right.</p></section>
          {d.flags.map((flag) => <p key={flag} className={parts.note} role="note">{d.remarks[flag] ?? flag}</p>)}
          <section className={`card ${css.board}`} aria-labelledby="order">
            <header><h2 id="order">Order</h2><p className="muted">Strengths in logits around the mean: a text that is ahead by 1.1 wins three of four comparisons.</p></header>
            <IntervalChart title="Order of texts" what="Text" results="Comparisons" format={score} better="more" few={6}
              items={d.items.map((i) => ({ name: i.id, value: i.score, low: i.interval?.[0] ?? null, high: i.interval?.[1] ?? null, place: String(i.rank), ties: '', n: i.comparisons, ...(i.misfits || i.anchor_grade ? { sub: [i.anchor_grade && `anchor, grade ${i.anchor_grade}`, i.misfits && 'judges do not agree about it'].filter(Boolean).join('; ') } : {}) }))} />
            {d.unplaced.length > 0 && <p className="muted">Without a place: {d.unplaced.join(', ')}.</p>}
          </section>
          <Grades ranking={d} />
        </>
      )}
      <Waves ranking={d} />
      {(d.items.length > 0 || d.judges.length > 0) && <div className={css.two}>
        <section className={`card ${css.board}`}>
          <h2>How well it would be found again</h2>
          <p className="muted">From 0 (not at all) to 1; 0.8 will do for decisions, 0.7 as a rough guide.</p>
          <dl className={css.facts}>
            <dt>Between halves</dt><dd>{known(d.reliability.split_half)} <small>{d.halves}</small></dd>
            <dt>Between streams</dt><dd>{known(d.reliability.streams)} <small>two rows of comparisons that never saw each other’s results</small></dd>
            <dt>Scale separation</dt><dd>{known(d.reliability.ssr)} <small>how much of the spread of scores is no error{d.reliability.ssr_inflated && '; flattered, since pairs were chosen by earlier results'}</small></dd>
            <dt>Agreement of judges</dt><dd>{known(d.agreement)} <small>beyond chance, on the same pairs; 0 is chance</small></dd>
            <dt>Being shown first</dt><dd>{d.position_effect === null ? 'not known' : `${score(d.position_effect)} logits`} <small>above 0, the first of two has it easier</small></dd>
          </dl>
        </section>
        <section className={`card ${css.board}`}>
          <h2>Judges</h2>
          <ul className={css.judges}>{d.judges.map((j) => <li key={j.name}><b>{j.name}</b>{j.is_person && ' (a person)'}<span className="muted num">{plural(j.comparisons, 'comparison')}{j.not_judged > 0 && `, ${count(j.not_judged)} not judged`}{j.agreement != null && `, chose as the order does in ${percent(j.agreement)}`}{j.first_chosen != null && `, the first shown in ${percent(j.first_chosen)}`}{j.misfits && '; does not fit the others'}</span></li>)}</ul>
        </section>
      </div>}
    </div>
  )
}

/** Pairs are dealt in waves, one when the other is judged. */
function Waves({ ranking: d }: { ranking: Ranking }) {
  if (d.waves.length === 0) return null
  const table = (
    <div className={parts.tablebox} tabIndex={0}>
      <table className={parts.table}>
        <caption className="sr">Waves of pairs</caption>
        <thead><tr><th scope="col">Wave</th><th scope="col" data-right>Pairs</th><th scope="col">Judged</th><th scope="col" data-right>Not judged</th></tr></thead>
        <tbody>{d.waves.map((w) => <tr key={w.number}><th scope="row">{count(w.number)}</th><td data-right>{count(w.pairs)}</td><td><span className={css.gauge}><span className="num">{count(w.judged + w.not_judged)} of {count(w.judgments)}</span><span className={css.track} role="progressbar" aria-label={`Wave ${w.number}`} aria-valuenow={w.judged + w.not_judged} aria-valuemin={0} aria-valuemax={w.judgments}><i style={{ width: `${w.judgments ? (100 * (w.judged + w.not_judged)) / w.judgments : 0}%` }} /></span></span></td><td data-right>{count(w.not_judged)}</td></tr>)}</tbody>
      </table>
    </div>
  )
  if (d.ended_at !== null) return <details className={`card ${parts.fold}`}><summary>{plural(d.waves.length, 'wave')} of pairs <span className="muted">{plural(d.comparisons, 'comparison')}</span></summary>{table}</details>
  return <section className={`card ${css.board}`} aria-labelledby="waves"><header><h2 id="waves">Waves of pairs</h2><p className="muted">The next is dealt when one is judged, and may be chosen by what it told.</p></header>{table}</section>
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
