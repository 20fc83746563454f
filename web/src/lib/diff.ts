export interface Piece { text: string; changed: boolean }
export interface Line { number: number; pieces: Piece[] }
/** One row of a comparison: what stood there, what stands there now; equal lines are on both sides. */
export interface Row { equal: boolean; left: Line | null; right: Line | null }
type Step = { kind: 'same' | 'del' | 'ins'; text: string }

/** Comparing costs the product of both lengths; a larger stretch counts as one change. */
const MOST_COMPARED = 4_000_000

/** The longest common sequence, with equal ends set aside first. */
function steps(before: string[], after: string[]): Step[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  while (tail < before.length - head && tail < after.length - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const same = (texts: string[]): Step[] => texts.map((text) => ({ kind: 'same', text }))
  return [...same(before.slice(0, head)), ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)), ...same(before.slice(before.length - tail))]
}

function middle(a: string[], b: string[]): Step[] {
  const apart: Step[] = [...a.map((text): Step => ({ kind: 'del', text })), ...b.map((text): Step => ({ kind: 'ins', text }))]
  if (a.length === 0 || b.length === 0 || a.length * b.length > MOST_COMPARED) return apart
  const width = b.length + 1
  const best = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number): number => best[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) for (let j = b.length - 1; j >= 0; j--) best[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const found: Step[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]]
    if (x !== undefined && x === y) { found.push({ kind: 'same', text: x }); i++; j++ }
    else if (x !== undefined && (y === undefined || at(i + 1, j) >= at(i, j + 1))) { found.push({ kind: 'del', text: x }); i++ }
    else if (y !== undefined) { found.push({ kind: 'ins', text: y }); j++ }
  }
  return found
}

const wordsOf = (text: string): string[] => text.match(/\w+|\s+|[^\w\s]/gu) ?? []

/** The same two lines with the words marked that differ. */
export function pair(before: string, after: string): [Piece[], Piece[]] {
  const found = steps(wordsOf(before), wordsOf(after))
  const side = (kind: 'del' | 'ins'): Piece[] => joined(found.filter((s) => s.kind === 'same' || s.kind === kind).map((s) => ({ text: s.text, changed: s.kind === kind })))
  return [side('del'), side('ins')]
}

const joined = (pieces: Piece[]): Piece[] =>
  pieces.reduce<Piece[]>((all, piece) => {
    const last = all.at(-1)
    if (last && last.changed === piece.changed) last.text += piece.text
    else all.push({ ...piece })
    return all
  }, [])

/** Lines that were taken out stand beside those that came in their place. */
function rowsOf(found: Step[], firstLeft = 1, firstRight = 1): Row[] {
  const rows: Row[] = []
  let [left, right] = [firstLeft, firstRight]
  let gone: string[] = []
  let come: string[] = []
  const flush = (): void => {
    for (let k = 0; k < Math.max(gone.length, come.length); k++) {
      const [old, now] = [gone[k], come[k]]
      const [was, is] = old !== undefined && now !== undefined ? pair(old, now) : [[{ text: old ?? '', changed: false }], [{ text: now ?? '', changed: false }]]
      rows.push({ equal: false, left: old === undefined ? null : { number: left++, pieces: was }, right: now === undefined ? null : { number: right++, pieces: is } })
    }
    gone = []
    come = []
  }
  for (const step of found) {
    if (step.kind === 'del') gone.push(step.text)
    else if (step.kind === 'ins') come.push(step.text)
    else {
      flush()
      rows.push({ equal: true, left: { number: left++, pieces: [{ text: step.text, changed: false }] }, right: { number: right++, pieces: [{ text: step.text, changed: false }] } })
    }
  }
  flush()
  return rows
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

export const compare = (before: string, after: string): Row[] => rowsOf(steps(linesOf(before), linesOf(after)))

/** A unified diff as the server writes it, stretch by stretch. */
export function readUnified(text: string): Row[][] {
  const stretches: { from: [number, number]; found: Step[] }[] = []
  for (const line of linesOf(text)) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line)
    if (head) stretches.push({ from: [Number(head[1]) || 1, Number(head[2]) || 1], found: [] })
    else if (line.startsWith('\\')) continue
    else stretches.at(-1)?.found.push({ kind: line.startsWith('-') ? 'del' : line.startsWith('+') ? 'ins' : 'same', text: line.slice(1) })
  }
  return stretches.map(({ from, found }) => rowsOf(found, ...from))
}
