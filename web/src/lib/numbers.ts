const whole = new Intl.NumberFormat('en-GB')
const minus = (text: string): string => (/[1-9]/.test(text) ? text.replace('-', '−') : text.replace('-', ''))

export const count = (n: number): string => whole.format(n)
export const score = (x: number | null | undefined, decimals?: number): string => (x === null || x === undefined ? '–' : minus(x.toFixed(decimals ?? digits(x, 2))))
export const effect = (x: number, decimals?: number): string => `${x > 0 ? '+' : ''}${score(x, decimals ?? digits(x, 3))}`
/** So many decimals as are usual, or as many more as show two digits of what is smaller. */
const digits = (x: number, usual: number): number => (Math.abs(x) < 1e-9 ? usual : Math.min(9, Math.max(usual, 1 - Math.floor(Math.log10(Math.abs(x))))))
export const share = (x: number, decimals = 3): string => `${minus((100 * x).toFixed(Math.max(0, decimals - 2)))} %`
export const percent = (x: number): string => `${(100 * x).toFixed(x !== 1 && (x > 0.995 || (x < 0.005 && x > 0)) ? 1 : 0)} %`

/** How a number is written, on wish with so many decimals as its interval is worth. */
export type Tell = (x: number, decimals?: number) => string
/** The decimals that the narrowest interval is worth: two digits of its width, and an end off zero is never rounded to it. */
export function worth(...intervals: readonly (readonly [number | null, number | null])[]): number | undefined {
  const found = intervals.flatMap(([low, high]) => {
    if (low === null || high === null || !(high > low)) return []
    const needed = 1 - Math.floor(Math.log10(high - low))
    const seen = low > 0 || high < 0 ? -Math.floor(Math.log10(Math.min(Math.abs(low), Math.abs(high)))) : 0
    return [Math.min(9, Math.max(0, needed, seen))]
  })
  return found.length > 0 ? Math.max(...found) : undefined
}

type Ends = readonly [number, number] | readonly number[] | null | undefined
/** A number with its interval after it, each with the digits that the interval is worth. */
export function ranged(x: number, interval: Ends, tell: Tell = score): { value: string; between: string } {
  const [low, high] = interval ?? []
  if (low === undefined || high === undefined) return { value: tell(x), between: '' }
  const decimals = worth([low, high])
  return { value: tell(x, decimals), between: `${tell(low, decimals)} – ${tell(high, decimals)}` }
}
/** The same in a line. */
export function estimate(x: number, interval: Ends): string {
  const { value, between } = ranged(x, interval)
  return between ? `${value} (${between})` : value
}

/** Money keeps its cents above a dollar and two meaningful digits below one; what is not known is a word. */
export function usd(x: number | null | undefined, decimals?: number): string {
  if (x === null || x === undefined) return 'unknown'
  if (x === 0) return '$0'
  const size = Math.abs(x)
  const told = decimals !== undefined ? `$${size.toFixed(Math.max(2, decimals))}` : size >= 1 ? `$${size.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}` : `$${plain(size)}`
  return x < 0 ? `−${told}` : told
}
/** What something may cost: a range, or what stands in its way. */
export const costs = (least: number | null, most: number | null): string => (most === null ? 'unknown: a price is missing' : least === most ? usd(most) : `${usd(least)} – ${usd(most)}`)
/** What was spent beside calls of which no price is known: all of it, a part of it, or nobody knows. */
export const spent = (known: number | null, unpriced: number): string => (unpriced === 0 ? usd(known) : known ? `at least ${usd(known)}` : 'unknown')
/** Two meaningful digits, never with an exponent. */
const plain = (x: number): string => {
  const digits = Math.min(12, Math.max(2, 1 - Math.floor(Math.log10(x))))
  return x.toFixed(digits)
}
/** Tokens sent and received, each as far as it is known. */
export const tokens = (sent: number | null, received: number | null): string => (sent === null && received === null ? 'unknown' : [sent, received].map((n) => (n === null ? 'unknown' : count(n))).join(' + '))
export const seconds = (s: number, decimals = s < 10 ? 2 : 1): string => `${s.toFixed(decimals)} s`
export const milliseconds = (ms: number | null | undefined): string => (ms === null || ms === undefined ? 'unknown' : ms < 1000 ? `${count(ms)} ms` : seconds(ms / 1000))
export const span = (s: number): string =>
  s < 60 ? `${Math.round(s)} s` : s < 3600 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 3600)} h ${Math.round((s % 3600) / 60)} min`
export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`
/** Whoever works alone on this machine is the reader. */
export const who = (name: string): string => (name === 'usr_local' ? 'you' : name)
/** A word of the domain as people read it. */
export const words = (name: string): string => name.replaceAll('_', ' ').replaceAll('-', ' ')
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
