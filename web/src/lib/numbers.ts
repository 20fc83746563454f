const whole = new Intl.NumberFormat('en-GB')
const minus = (text: string): string => text.replace('-', '−')

export const count = (n: number): string => whole.format(n)
export const score = (x: number | null | undefined): string => (x === null || x === undefined ? '–' : minus(x.toFixed(2)))
export const effect = (x: number): string => `${x > 0 ? '+' : ''}${minus(x.toFixed(3))}`
export const share = (x: number): string => `${minus((100 * x).toFixed(1))} %`
export const percent = (x: number): string => `${(100 * x).toFixed(x !== 1 && (x > 0.995 || (x < 0.005 && x > 0)) ? 1 : 0)} %`

/** Money keeps its cents above a dollar and two meaningful digits below one; what is not known is a word. */
export function usd(x: number | null | undefined): string {
  if (x === null || x === undefined) return 'unknown'
  if (x === 0) return '$0'
  const size = Math.abs(x)
  const told = size >= 1 ? `$${size.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}` : `$${plain(size)}`
  return x < 0 ? `−${told}` : told
}
/** Two meaningful digits, never with an exponent. */
const plain = (x: number): string => {
  const digits = Math.min(12, Math.max(2, 1 - Math.floor(Math.log10(x))))
  return x.toFixed(digits)
}
export const seconds = (s: number): string => (s < 10 ? `${s.toFixed(2)} s` : `${s.toFixed(1)} s`)
export const milliseconds = (ms: number | null | undefined): string => (ms === null || ms === undefined ? 'unknown' : ms < 1000 ? `${count(ms)} ms` : seconds(ms / 1000))
export const span = (s: number): string =>
  s < 60 ? `${Math.round(s)} s` : s < 3600 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 3600)} h ${Math.round((s % 3600) / 60)} min`
export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`
/** Whoever works alone on this machine is the reader. */
export const who = (name: string): string => (name === 'usr_local' ? 'you' : name)
/** A word of the domain as people read it. */
export const words = (name: string): string => name.replaceAll('_', ' ').replaceAll('-', ' ')
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
