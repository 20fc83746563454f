import { getRouteApi, Link } from '@tanstack/react-router'
import type { Board } from '../../api/client'
import { capital, plural, score, seconds, share, type Tell, usd } from '../../lib/numbers'
import { IntervalChart } from '../../ui/IntervalChart'
import { Bones, EmptyState, parts, Trouble } from '../../ui/Parts'
import { Facets } from './Facets'
import { Frontier } from './Frontier'
import { Pairs } from './Pairs'
import { People } from './People'
import { Safety } from './Safety'
import { useBreakdown, useResults } from './queries'
import css from './ResultsPage.module.css'

const route = getRouteApi('/runs/$run/results')
const FORMAT: Record<Board['unit'], Tell> = { number: score, share, seconds, dollars: usd, logits: score }

export default function ResultsPage() {
  const { run } = route.useParams()
  const results = useResults(run)
  if (results.isLoadingError) return <div className={parts.page}><Trouble error={results.error} safe="The run and its answers are kept." retry={() => void results.refetch()} /></div>
  if (!results.data) return <div className={parts.page}><div className="card"><Bones /></div></div>
  const { boards } = results.data
  if (boards.length === 0) return <div className={parts.page}><EmptyState title="There are no boards yet">Boards are made when every answer is there and judged: who is ahead by quality, checks, speed, cost and reliability, each for itself, and who is not told apart.</EmptyState></div>
  return (
    <div className={`${parts.page} ${css.wide}`}>
      <p className={css.lead}>Boards are kept apart; nothing is added up across them.</p>
      {boards.map((board) => <Shown key={board.board} board={board} />)}
      <ByAnswers run={run} />
      <People run={run} />
    </div>
  )
}

/** What is found by going through every answer: of a large run it comes later than the boards. */
function ByAnswers({ run }: { run: string }) {
  const found = useBreakdown(run)
  if (found.isLoadingError) return <Trouble error={found.error} safe="The boards above do not depend on it." retry={() => void found.refetch()} />
  if (!found.data) return <section className="card" aria-label="By what cases are like"><p className={css.coming}>Every answer is gone through: groups of cases, what was found in the outputs …</p><Bones lines={4} /></section>
  const { facets, safety, looked_for, disagreements } = found.data
  return (
    <>
      {facets && facets.length > 0 && <Facets facets={facets} />}
      {facets === null && <p className={css.lead}>There are too many cases for means by group here; filter the cells by tag instead, or export the facets.</p>}
      {disagreements !== null && disagreements > 0 && <p className={parts.note}>Judges disagree on {plural(disagreements, 'answer')}. <Link to="/runs/$run" params={{ run }} search={{ apart: '0.3' }}>Look at them</Link></p>}
      <Safety counts={safety} lookedFor={looked_for} />
    </>
  )
}

function Shown({ board }: { board: Board }) {
  const format = FORMAT[board.unit]
  const thin = board.items.filter((i) => i.observations < 30 && i.value !== null)
  const remarks = board.items.filter((i) => i.remarks)
  return (
    <section className={`card ${css.board}`} aria-labelledby={`b-${board.board}`}>
      <header>
        <h2 id={`b-${board.board}`}>{board.title}</h2>
        <p className="muted">{board.meaning}</p>
        <p className={css.verdict}><b>{board.headline}.</b> {board.sentence}</p>
        {board.caution && <p className={parts.note}>{capital(board.caution)}</p>}
      </header>
      <IntervalChart title={board.title} format={format} better={board.lower_is_better ? 'less' : 'more'} log={board.unit === 'dollars' || board.unit === 'seconds'} level={board.items.find((i) => i.level !== null)?.level ?? 0.95}
        items={board.items.map((i) => ({ name: i.name, value: i.value, low: i.low, high: i.high, place: i.place, ties: i.ties, n: i.observations, ...(i.further.length && (board.unit === 'seconds' || board.unit === 'dollars') ? { sub: i.further.slice(0, 2).map((f) => `${f.name} ${board.unit === 'dollars' && f.value !== null ? usd(f.value) : f.shown}`).join(', ') } : {}) }))} />
      <footer className={css.note}>
        {thin.length > 0 && <span><svg width="26" height="12" aria-hidden="true"><line x1="1" x2="25" y1="6" y2="6" stroke="var(--accent)" strokeWidth="3" strokeDasharray="5 5" /><circle cx="13" cy="6" r="4" fill="var(--surface)" stroke="var(--accent)" strokeWidth="2.5" /></svg> fewer than 30 results: {thin.map((i) => i.name).join(', ')}</span>}
        <span>Shaded: the interval of the first</span>
        {remarks.map((i) => <span key={i.id}>{i.name}: {i.remarks}</span>)}
        {board.notes.map((note) => <span key={note}>{note}</span>)}
      </footer>
      {board.frontier.length > 0 && (
        <details className={css.more}><summary>Quality against cost</summary><Frontier points={board.frontier} /></details>
      )}
      {board.pairs.length > 0 && <details className={css.more}><summary>Every two compared</summary><Pairs board={board} format={format} /></details>}
    </section>
  )
}
