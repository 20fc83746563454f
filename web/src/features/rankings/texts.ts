/** Texts that were pasted below each other, a line of dashes between them; names that are taken are passed over. */
export function blocksOf(pasted: string, taken: ReadonlySet<string>): [string, string][] {
  const found = pasted.split(/^[ \t]*-{3,}[ \t]*$/m).map((block) => block.trim()).filter((block) => block !== '')
  let number = 0
  return found.map((text) => {
    do number += 1
    while (taken.has(`text-${number}`))
    return [`text-${number}`, text]
  })
}

/** Whether a file is one that the server reads: a text of a word processor, or a table of texts. */
export const isReadThere = (name: string): boolean => /\.(docx|csv|tsv|jsonl|ndjson)$/i.test(name)

/** Whether a file is one text that a browser can read. */
export const isText = (name: string): boolean => /\.(txt|md)$/i.test(name)

/** What a file of addresses names, a line each: texts on the web, and files that have to be chosen here as well. */
export function addressesIn(lines: string): { web: string[]; files: string[] } {
  const named = lines.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  return { web: named.filter((line) => /^https?:\/\//i.test(line)), files: named.filter((line) => !/^https?:\/\//i.test(line)) }
}

/** Whether a file names where texts lie. */
export const isList = (name: string): boolean => /\.list$/i.test(name)
