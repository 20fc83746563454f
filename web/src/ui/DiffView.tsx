import { Fragment, useState } from 'react'
import type { Line, Piece, Row } from '../lib/diff'
import css from './DiffView.module.css'

interface Props { rows: Row[]; split: boolean; label: string }
const MARGIN = 2
const LEAST_HIDDEN = 4

/** Two texts side by side or one below the other; equal lines far from a change are folded. */
export function DiffView({ rows, split, label }: Props) {
  const [opened, open] = useState<ReadonlySet<number>>(new Set())
  const folds = foldsOf(rows).filter(([from]) => !opened.has(from))
  const hidden = new Map(folds.map(([from, to]) => [from, to]))
  const shown: React.ReactNode[] = []
  for (let at = 0; at < rows.length; at++) {
    const to = hidden.get(at)
    const row = rows[at]
    if (to !== undefined) {
      const from = at
      shown.push(<tr key={`fold ${at}`}><td colSpan={4} className={css.fold}><button type="button" onClick={() => open(new Set([...opened, from]))}>{to - at} equal lines</button></td></tr>)
      at = to - 1
    } else if (row) shown.push(<Fragment key={at}>{split ? <Split row={row} /> : <Unified rows={rows} at={at} />}</Fragment>)
  }
  return (
    <div className={css.box} tabIndex={0} role="region" aria-label={label}>
      <table className={css.diff} data-split={split || undefined}><tbody>{shown}</tbody></table>
    </div>
  )
}

/** Stretches of equal lines, but for the few around a change. */
function foldsOf(rows: Row[]): [number, number][] {
  if (rows.every((row) => row.equal)) return []
  const found: [number, number][] = []
  let from = 0
  rows.forEach((row, at) => {
    if (row.equal && at < rows.length - 1) return
    const end = row.equal ? rows.length : at
    const [first, last] = [from === 0 ? 0 : from + MARGIN, end === rows.length ? end : end - MARGIN]
    if (last - first >= LEAST_HIDDEN) found.push([first, last])
    from = at + 1
  })
  return found
}

function Split({ row }: { row: Row }) {
  return (
    <tr>
      <LineNumber line={row.left} /><Side line={row.left} kind={row.equal ? 'same' : 'del'} />
      <LineNumber line={row.right} /><Side line={row.right} kind={row.equal ? 'same' : 'ins'} />
    </tr>
  )
}

/** What was taken out of a stretch stands above what came in. */
function Unified({ rows, at }: { rows: Row[]; at: number }) {
  const row = rows[at]
  if (!row) return null
  if (row.equal) return <tr><LineNumber line={row.left} /><LineNumber line={row.right} /><Side line={row.right} kind="same" /></tr>
  if (at > 0 && !rows[at - 1]?.equal) return null
  const end = rows.findIndex((r, i) => i > at && r.equal)
  const stretch = rows.slice(at, end < 0 ? rows.length : end)
  return (
    <>
      {stretch.map((r, i) => r.left && <tr key={`- ${i}`}><LineNumber line={r.left} /><LineNumber line={null} /><Side line={r.left} kind="del" /></tr>)}
      {stretch.map((r, i) => r.right && <tr key={`+ ${i}`}><LineNumber line={null} /><LineNumber line={r.right} /><Side line={r.right} kind="ins" /></tr>)}
    </>
  )
}

const LineNumber = ({ line }: { line: Line | null }) => <td className={css.number}>{line?.number ?? ''}</td>

function Side({ line, kind }: { line: Line | null; kind: 'same' | 'del' | 'ins' }) {
  if (!line) return <td className={css.none} />
  if (kind === 'same') return <td className={css.text}><Pieces pieces={line.pieces} /></td>
  const Tag = kind
  return <td className={css.text} data-kind={kind}><Tag><span className="sr">{kind === 'del' ? 'Removed: ' : 'Added: '}</span><Pieces pieces={line.pieces} /></Tag></td>
}

export const Pieces = ({ pieces }: { pieces: Piece[] }) => pieces.map((piece, i) => (piece.changed ? <mark key={i} className={css.changed}><Templated text={piece.text} /></mark> : <Templated key={i} text={piece.text} />))

/** Text with its {{ variables }} marked. */
export function Templated({ text }: { text: string }) {
  return text.split(/(\{\{[^}]*\}\})/).map((part, i) => (i % 2 ? <span key={i} className={css.variable}>{part}</span> : part))
}
