import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { GridCell, GridRow } from '../../api/client'
import { areLettersOn } from '../../lib/keys'
import { count, score } from '../../lib/numbers'
import { familyOf, wordOf } from '../../ui/Outcome'
import { Trouble } from '../../ui/Parts'
import type { Moved } from './Drift'
import css from './Grid.module.css'
import { type GridWish, keyOf, PAGE, usePages, useSpine } from './queries'
import { useSettled, useSize } from './sight'

const HEIGHT = 44
const OVERSCAN = 6
const LETTERS: Record<string, string> = { j: 'ArrowDown', k: 'ArrowUp', l: 'ArrowRight', h: 'ArrowLeft' }

interface Props { run: string; search: GridWish & { cell?: string }; moved: Moved | undefined; onOpen: (cell: number) => void }

/** Cases by arms, however many: the spine says where rows begin, pages in sight are read, the focus stays on the grid. */
export function Grid({ run, search, moved, onOpen }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const spine = useSpine(run, search)
  const total = spine.data?.total ?? 0
  const [at, setAt] = useState<Place>({ row: 0, col: 1 })
  const { width, height } = useSize(box)
  const rows = useVirtualizer({ count: total, getScrollElement: () => box.current, estimateSize: () => HEIGHT, overscan: OVERSCAN, initialRect: { width: 1000, height: 700 } })
  const items = rows.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 20
  const wanted = useMemo(() => range(Math.floor(first / PAGE), Math.floor(last / PAGE)), [first, last])
  const pages = usePages(run, search, useSettled(wanted, Math.max(0, Math.ceil(total / PAGE) - 1)), spine.data)
  const arms = spine.data?.columns ?? []
  const columns = Math.max(arms.length, 1)
  const filter = keyOf(search)

  useEffect(() => {
    if (filter !== undefined) box.current?.scrollTo({ top: 0 })
    setAt({ row: 0, col: 1 })
  }, [filter])
  const rowAt = (row: number): GridRow | undefined => pages.rows.get(Math.floor(row / PAGE))?.[row % PAGE]
  const cellAt = (row: number, col: number): number | undefined => rowAt(row)?.cells[col - 1]?.[0]?.number

  // Keys that come before the grid is drawn wait for it; Enter on a row that is still being read waits for the row.
  const [early, keepEarly] = useState<Pressed[]>([])
  const [isOpening, open] = useState(false)
  // A link opens a cell: the first key goes on from there, as it does from where somebody clicks.
  const [linked, follows] = useState(search.cell)
  const follow = ({ key, whole }: Pressed): void => {
    if (!OPENS.includes(key)) setAt((from) => ledTo(key, from, { step: Math.max(1, Math.floor(height / HEIGHT) - 2), whole, rows: total, columns }))
    open(OPENS.includes(key) || search.cell !== undefined)
  }
  const press = (e: KeyboardEvent): void => {
    const key = areLettersOn() ? (LETTERS[e.key] ?? e.key) : e.key
    if (e.metaKey || e.altKey || (e.ctrlKey && key !== 'Home' && key !== 'End')) return
    if (!OPENS.includes(key) && !(key in STEPS)) return
    e.preventDefault()
    follows(undefined)
    const pressed = { key, whole: e.ctrlKey }
    if (spine.data) follow(pressed)
    else keepEarly((all) => [...all, pressed])
  }
  useEffect(() => {
    if (!spine.data || early.length === 0) return
    early.forEach(follow)
    keepEarly([])
  })
  useEffect(() => {
    if (!isOpening || !rowAt(at.row)) return
    open(false)
    const cell = cellAt(at.row, at.col)
    if (cell !== undefined) onOpen(cell)
  })
  useEffect(() => {
    const found = linked === undefined ? undefined : placeOf(linked, pages.rows)
    if (!found) return
    follows(undefined)
    setAt(found)
  }, [linked, pages.rows])
  const pick = useCallback((place: Place, cell: number): void => {
    follows(undefined)
    setAt(place)
    // A row that leaves the sight is taken away, and the focus would be lost with it.
    box.current?.focus({ preventScroll: true })
    onOpen(cell)
  }, [onOpen])
  useEffect(() => rows.scrollToIndex(at.row, { align: 'auto' }), [rows, at])

  const narrow = width < 600
  const lead = narrow ? 132 : 260
  const arm = Math.max(narrow ? 124 : 148, Math.floor((width - lead) / columns))
  const sizes = { '--lead': `${lead}px`, '--arm': `${arm}px`, width: lead + arm * columns } as CSSProperties
  const pool = Math.ceil(height / HEIGHT) + 2 * OVERSCAN + 2
  const isShown = at.row >= first && at.row <= last && rowAt(at.row) !== undefined
  const error = spine.error ?? pages.error
  if (error) return <div className={css.wrong}><Trouble error={error} safe="The run goes on without this page." retry={() => void spine.refetch()} /></div>
  return (
    <div ref={box} className={css.box} role="grid" aria-label="Cases by arms" aria-rowcount={total + 1} aria-colcount={columns + 1} aria-busy={spine.isPending} tabIndex={0} onKeyDown={press} {...(isShown ? { 'aria-activedescendant': `c${at.row}-${at.col}` } : {})}>
      <div className={css.head} role="row" aria-rowindex={1} style={sizes}>
        <div role="columnheader" aria-colindex={1} className={css.pin}>Case <span className="muted num">{spine.data ? count(total) : ''}</span></div>
        {arms.map((c, i) => <div key={`${c.name} ${c.version}`} role="columnheader" aria-colindex={i + 2}><span className={css.arm} title={c.name}>{c.name}{arms[0]?.version !== arms.at(-1)?.version ? `, version ${c.version}` : ''}</span><span className={css.sub}>{c.model}</span></div>)}
        {spine.data && arms.length === 0 && <div role="columnheader" aria-colindex={2}>What was handed in</div>}
      </div>
      <div className={css.rows} role="rowgroup" style={{ ...sizes, height: rows.getTotalSize() }}>
        {items.map((v) => <Line key={v.index % pool} index={v.index} top={v.start} row={rowAt(v.index)} columns={columns} col={v.index === at.row ? at.col : -1} open={search.cell} isTests={spine.data?.preset === 'battery'} moved={moved} onPick={pick} />)}
      </div>
      {spine.data && total === 0 && <div className={css.empty} role="status"><b>{filter ? 'No case matches.' : 'There are no cells yet.'}</b><span className="muted">{filter ? 'Remove a filter to see all cases of this run.' : 'They appear as soon as the run is planned.'}</span></div>}
    </div>
  )
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** Where a cell stands, as far as its row is read. */
function placeOf(cell: string, pages: ReadonlyMap<number, GridRow[]>): Place | undefined {
  for (const [page, rows] of pages) {
    for (const [i, row] of rows.entries()) {
      const col = row.cells.findIndex((cells) => cells.some((one) => String(one.number) === cell))
      if (col >= 0) return { row: page * PAGE + i, col: col + 1 }
    }
  }
  return undefined
}

interface Place { row: number; col: number }
interface Pressed { key: string; whole: boolean }
interface Bounds { step: number; whole: boolean; rows: number; columns: number }
const OPENS = ['Enter', ' ']
const STEPS: Record<string, (at: Place, bounds: Bounds) => Place> = {
  ArrowDown: ({ row, col }) => ({ row: row + 1, col }),
  ArrowUp: ({ row, col }) => ({ row: row - 1, col }),
  ArrowRight: ({ row, col }) => ({ row, col: col + 1 }),
  ArrowLeft: ({ row, col }) => ({ row, col: col - 1 }),
  PageDown: ({ row, col }, { step }) => ({ row: row + step, col }),
  PageUp: ({ row, col }, { step }) => ({ row: row - step, col }),
  Home: ({ row }, { whole }) => ({ row: whole ? 0 : row, col: 0 }),
  End: ({ row }, { whole, rows, columns }) => ({ row: whole ? rows - 1 : row, col: columns }),
}
/** Where a key leads, within the grid. */
function ledTo(key: string, at: Place, bounds: Bounds): Place {
  const to = STEPS[key]?.(at, bounds) ?? at
  return { row: Math.min(Math.max(to.row, 0), Math.max(bounds.rows - 1, 0)), col: Math.min(Math.max(to.col, 0), bounds.columns) }
}

interface LineProps { index: number; top: number; row: GridRow | undefined; columns: number; col: number; open: string | undefined; isTests: boolean; moved: Moved | undefined; onPick: (at: Place, cell: number) => void }
const Line = memo(function Line({ index, top, row, columns, col, open, isTests, moved, onPick }: LineProps) {
  return (
    <div className={css.row} role="row" aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
      <div role="rowheader" aria-colindex={1} id={`c${index}-0`} className={`${css.cell} ${css.pin}`} data-active={col === 0 || undefined}>
        {row ? <><span className={css.text}>{row.text}</span><span className={css.sub}>{[row.case, ...row.tags].join(' · ')}</span></> : <span className={css.bone} />}
      </div>
      {Array.from({ length: columns }, (_, i) => {
        const cells = row?.cells[i]
        const number = cells?.[0]?.number
        return (
          <div key={i} role="gridcell" tabIndex={-1} aria-colindex={i + 2} id={`c${index}-${i + 1}`} className={css.cell} data-active={col === i + 1 || undefined} aria-selected={open !== undefined && cells?.some((c) => String(c.number) === open)} onClick={number === undefined ? undefined : () => onPick({ row: index, col: i + 1 }, number)}>
            {!row ? <span className={css.bone} /> : cells && cells.length > 0 ? (isTests ? <Tested cells={cells} moved={moved} /> : <Shown cells={cells} />) : <span className={css.sub}>not planned</span>}
          </div>
        )
      })}
    </div>
  )
})

/** What stands for all repeats of a cell: the worst outcome, the mean of the scores, how many passed. */
function Shown({ cells }: { cells: GridCell[] }) {
  const shown = cells.find((c) => c.outcome !== 'ok') ?? cells.find((c) => c.status === 'failed') ?? cells[0]
  if (!shown) return null
  const scored = cells.filter((c) => c.quality !== null)
  const quality = scored.length ? scored.reduce((sum, c) => sum + (c.quality ?? 0), 0) / scored.length : null
  const outcome = shown.outcome === 'ok' && shown.status === 'failed' ? 'check_failed' : shown.outcome
  const passed = cells.filter((c) => c.status === 'passed').length
  return (
    <>
      <span className={css.top} data-family={familyOf(outcome)} data-scored={quality !== null || undefined} style={{ '--share': quality ?? 0 } as CSSProperties}>
        <i role="img" aria-label={wordOf(outcome)} />{quality === null ? (shown.not_judged > 0 ? 'not judged' : '–') : score(quality)}
        {cells.length > 1 ? <small>{passed}/{cells.length}</small> : shown.tries > 1 ? <small>{shown.tries}×</small> : null}
      </span>
      <span className={css.sub}>{shown.text || wordOf(shown.outcome)}</span>
    </>
  )
}

const TESTED = { passed: { family: 'ok', sign: '✓', word: 'passed every time' }, failed: { family: 'failed', sign: '✗', word: 'failed every time' }, mixed: { family: 'cut', sign: '⚠', word: 'not the same every time' }, open: { family: 'open', sign: '?', word: 'not known' } }
/** A test with a model: passed ✓, failed ✗, not the same every time ⚠, and in how many of its repeats it passed. */
function Tested({ cells, moved }: { cells: GridCell[]; moved: Moved | undefined }) {
  const known = cells.filter((c) => c.status === 'passed' || c.status === 'failed')
  const passed = known.filter((c) => moved?.get(c.number) ?? c.status === 'passed').length
  const { family, sign, word } = TESTED[known.length === 0 ? 'open' : passed === known.length ? 'passed' : passed === 0 ? 'failed' : 'mixed']
  const shown = cells.find((c) => c.status !== 'passed') ?? cells[0]
  const trouble = cells.length - known.length
  return (
    <>
      <span className={css.tested} data-family={family}><b role="img" aria-label={word}>{sign}</b> {passed}/{known.length}{trouble > 0 && <small>{trouble} not known</small>}</span>
      <span className={css.sub}>{shown?.text || wordOf(shown?.outcome ?? 'pending')}</span>
    </>
  )
}
