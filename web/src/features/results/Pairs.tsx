import type { Board } from '../../api/client'
import { count, type Tell, worth } from '../../lib/numbers'
import { parts } from '../../ui/Parts'
import css from './ResultsPage.module.css'

type Pair = Board['pairs'][number]

/** Every two contenders: the difference, its interval, and whether they are told apart when all are compared at once. */
export function Pairs({ board, format }: { board: Board; format: Tell }) {
  const isRatio = board.compared === 'ratio'
  const told: Tell = isRatio ? (x, digits = 2) => `${x.toFixed(digits)}×` : (x, digits) => `${x > 0 ? '+' : ''}${format(x, digits)}`
  const names = board.items.map((item) => item.name).filter((name) => board.pairs.some((p) => p.left === name || p.right === name))
  return (
    <>
      <p className="muted">{isRatio ? 'How many times as much the row has as the column' : board.lower_is_better ? 'How much more the row takes than the column, so that less is ahead' : 'How far the row is ahead of the column'}, on the results of both, all compared at once. Filled: told apart. Dashed: not told apart.</p>
      <div className={parts.tablebox} tabIndex={0}>
        <table className={css.matrix}>
          <caption className="sr">Every two compared</caption>
          <thead><tr><th scope="col"><span className="sr">Row against column</span></th>{names.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
          <tbody>{names.map((row) => <tr key={row}><th scope="row">{row}</th>{names.map((column) => <td key={column}>{row === column ? <span className="muted">–</span> : <Compared pair={between(board.pairs, row, column, isRatio)} row={row} told={told} />}</td>)}</tr>)}</tbody>
        </table>
      </div>
    </>
  )
}

/** A pair as it is, or turned round. */
function between(pairs: readonly Pair[], row: string, column: string, isRatio: boolean): Pair | null {
  const found = pairs.find((p) => (p.left === row && p.right === column) || (p.left === column && p.right === row))
  if (!found || found.left === row) return found ?? null
  const turned = (x: number | null): number | null => (x === null ? null : isRatio ? (x === 0 ? null : 1 / x) : -x)
  return { ...found, left: row, right: column, value: turned(found.value), low: turned(found.high), high: turned(found.low) }
}

function Compared({ pair: p, row, told }: { pair: Pair | null; row: string; told: Tell }) {
  if (p === null || p.value === null) return <span className="muted">not known</span>
  const digits = worth([p.low, p.high])
  return (
    <span className={css.compared} data-ahead={p.ahead === null ? undefined : p.ahead === row ? 'row' : 'column'}>
      <b>{told(p.value, digits)}</b>
      <small>{p.low === null || p.high === null ? 'interval not known' : `${told(p.low, digits)} – ${told(p.high, digits)}`}</small>
      <small>{p.ahead === null ? 'not told apart' : p.ahead === row ? 'ahead' : 'behind'}, on {count(p.complete)}</small>
    </span>
  )
}
