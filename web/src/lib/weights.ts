const DIGITS = 10_000
const rounded = (x: number): number => Math.round(x * DIGITS) / DIGITS

/** Weights that sum to one after one of them was set: the others keep their proportions, and the largest of them takes what rounding leaves over. */
export function scaled(weights: readonly number[], at: number, to: number): number[] {
  if (weights.length < 2) return weights.map(() => 1)
  const set = rounded(Math.min(1, Math.max(0, to)))
  const rest = weights.reduce((sum, weight, i) => (i === at ? sum : sum + Math.max(0, weight)), 0)
  const share = (weight: number): number => (rest > 0 ? Math.max(0, weight) / rest : 1 / (weights.length - 1))
  return settled(weights.map((weight, i) => (i === at ? set : rounded((1 - set) * share(weight)))), at)
}

/** The same weights brought to a sum of one; all equal where none says anything. */
export function evened(weights: readonly (number | null)[]): number[] {
  const sum = weights.reduce<number>((all, weight) => all + Math.max(0, weight ?? 0), 0)
  return settled(weights.map((weight) => rounded(sum > 0 ? Math.max(0, weight ?? 0) / sum : 1 / weights.length)), -1)
}

function settled(weights: number[], fixed: number): number[] {
  const left = rounded(1 - weights.reduce((sum, weight) => sum + weight, 0))
  if (left === 0) return weights
  const largest = weights.reduce((best, weight, i) => (i !== fixed && (best < 0 || weight > (weights[best] ?? 0)) ? i : best), -1)
  return weights.map((weight, i) => (i === largest ? rounded(weight + left) : weight))
}
