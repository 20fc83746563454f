import type { Board } from '../../api/client'
import { count, type Tell, worth } from '../../lib/numbers'
import { parts } from '../../ui/Parts'

/** Every two contenders: the difference, its interval, and whether they are told apart when all are compared at once. */
export function Pairs({ board, format }: { board: Board; format: Tell }) {
  const told: Tell = board.compared === 'ratio' ? (x, digits = 2) => `${x.toFixed(digits)}×` : (x, digits) => `${x > 0 ? '+' : ''}${format(x, digits)}`
  return (
    <div className={parts.tablebox} tabIndex={0}>
      <table className={parts.table}>
        <thead><tr><th scope="col">Left</th><th scope="col">Right</th><th scope="col" data-right>{board.compared === 'ratio' ? 'Left over right' : 'Left minus right'}</th><th scope="col" data-right>Interval</th><th scope="col">Told apart</th><th scope="col" data-right>Results of both</th></tr></thead>
        <tbody>
          {board.pairs.map((p) => (
            <tr key={`${p.left} ${p.right}`}>
              <th scope="row">{p.left}</th><td>{p.right}</td>
              <td data-right>{p.value === null ? 'not known' : told(p.value, worth([p.low, p.high]))}</td>
              <td data-right className="muted">{p.low === null || p.high === null ? 'not known' : `${told(p.low, worth([p.low, p.high]))} – ${told(p.high, worth([p.low, p.high]))}`}</td>
              <td>{p.ahead ? `${p.ahead} is ahead` : 'not told apart'}</td>
              <td data-right>{count(p.complete)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
