import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Cell, Run } from '../../api/client'
import { count, milliseconds, score, usd, words } from '../../lib/numbers'
import { OutcomeMark } from '../../ui/Outcome'
import { Bones, Trouble } from '../../ui/Parts'
import { Against, Asked, Difference, told } from './Case'
import { type Two, useCell, useRow } from './queries'
import css from './SideBySidePage.module.css'

interface Props { run: Run; two: Two; at: number; total: number; against: string | undefined; onMove: (to: number) => void; onAgainst: (to: string | undefined) => void }

/** Two columns of one case, with all that is known about both. */
export function Named({ run, two, at, total, against, onMove, onAgainst }: Props) {
  const repeats = Math.max(run.repeats, 1)
  const row = useRow(run.id, Math.floor(at / repeats))
  const numberOf = (column: number): number | undefined => row.data?.items[0]?.cells[column]?.[at % repeats]?.number
  const one = useCell(run.id, numberOf(two.one))
  const other = useCell(run.id, numberOf(two.other))
  const error = row.error ?? one.error ?? other.error
  if (error) return <Trouble error={error} retry={() => void row.refetch()} />
  if (!one.data || !other.data) return <div className="card"><Bones /></div>
  const expected = typeof one.data.expected === 'string' ? one.data.expected : null
  return (
    <>
      <div className={css.bar}>
        <span className="muted num">{count(at + 1)} of {count(total)}{repeats > 1 && `, repeat ${(at % repeats) + 1}`}</span>
        <Against value={against} hasExpected={expected !== null} onChange={onAgainst} />
        <Button size="xs" variant="default" disabled={at === 0} onClick={() => onMove(at - 1)}>Before</Button>
        <Button size="xs" variant="default" disabled={at + 1 >= total} onClick={() => onMove(at + 1)}>After</Button>
      </div>
      <Asked of={one.data} />
      {against === 'other' && <Difference before={one.data.answer} after={other.data.answer} split label={`From ${one.data.arm} to ${other.data.arm}`} />}
      <div className={css.pair}>{[one.data, other.data].map((cell, i) => <Side key={i} run={run} cell={cell} expected={against === 'expected' ? expected : null} />)}</div>
    </>
  )
}

function Side({ run, cell, expected }: { run: Run; cell: Cell; expected: string | null }) {
  return (
    <article className={`card ${css.one}`} aria-label={cell.arm}>
      <header><h3>{cell.arm}{run.columns[0]?.version !== run.columns.at(-1)?.version && `, version ${cell.version}`}</h3><OutcomeMark outcome={cell.outcome === 'ok' && cell.status === 'failed' ? 'check_failed' : cell.outcome} withWord /></header>
      {!cell.answer ? <p className="muted">{cell.sentence ?? 'There is no answer.'}</p> : expected !== null ? <Difference before={expected} after={cell.answer} split={false} label={`${cell.arm} against the expected answer`} /> : <p>{cell.answer}</p>}
      {cell.tool_calls.map((call) => <pre key={call.id}>{call.name}({call.unparsed ?? told(call.arguments)})</pre>)}
      <span className="muted num">{[cell.quality === null ? 'not judged' : `quality ${score(cell.quality)}`, milliseconds(cell.latency_ms), usd(cell.cost_usd)].join(' · ')}</span>
      {cell.checks.length > 0 && <ul className={css.checks}>{cell.checks.map((c, i) => <li key={i}><OutcomeMark outcome={c.finding} /><span>{words(c.check)}{c.reason && <small>{c.reason}</small>}</span></li>)}</ul>}
      <Link to="/runs/$run" params={{ run: run.id }} search={{ cell: String(cell.number) }}>Open the cell</Link>
    </article>
  )
}
