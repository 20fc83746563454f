/** What a case may have besides its variables. */
export const FIELDS = ['id', 'expect', 'tags', 'split', 'difficulty', 'family'] as const
export type Mapped = Partial<Record<(typeof FIELDS)[number], string>>

/** Only the server can read one, and its bytes are sent as they are. */
export const isParquet = (file: string): boolean => /\.(parquet|pq)$/i.test(file)

const BEGINNING = 200_000

/** The names of columns, as far as the beginning of a file tells them; none where it has no columns. */
export function columnsOf(file: string, content: string): string[] {
  const start = content.slice(0, BEGINNING)
  if (/\.(csv|tsv)$/i.test(file)) return headOf(start.split(/\r?\n/, 1)[0] ?? '', /\.tsv$/i.test(file) ? '\t' : ',')
  if (/\.(jsonl|ndjson)$/i.test(file)) return keysOf(start.split('\n').find((line) => line.trim()) ?? '')
  if (/\.json$/i.test(file)) return keysOf(content)
  return []
}

function keysOf(text: string): string[] {
  try {
    const found: unknown = JSON.parse(text)
    const one: unknown = Array.isArray(found) ? found[0] : found
    return one !== null && typeof one === 'object' ? Object.keys(one) : []
  } catch {
    return []
  }
}

/** One line of a table; a quoted name may hold the separator. */
function headOf(line: string, separator: string): string[] {
  const names: string[] = []
  let name = ''
  let quoted = false
  for (const letter of line.replace(/^\uFEFF/, '')) {
    if (letter === '"') quoted = !quoted
    else if (letter === separator && !quoted) { names.push(name.trim()); name = '' }
    else name += letter
  }
  return [...names, name.trim()].filter(Boolean)
}

/** Where the file calls something otherwise than we do. */
export const renamed = (mapped: Mapped): Record<string, string> => Object.fromEntries(Object.entries(mapped).filter(([ours, theirs]) => theirs && theirs !== ours))
