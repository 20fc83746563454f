import { drop, type Kept, kept, keep as keepWords } from '../../lib/draft'
import { isOpen, thisTab } from '../../lib/tab'
import type { Written } from './definition'

export { forget } from '../../lib/draft'

/** What is not stored yet, and by which revision it was written. */
interface Unsaved { seen: number; value: Written }
export type Left = Kept<Unsaved>
/** Where what is written of an experiment is kept, what was kept there, and what tabs that are gone left besides. */
export interface Place { name: string; first: Unsaved | null; others: Left[] }

export const keep = (name: string, seen: number, value: Written): boolean => keepWords(name, { seen, value } satisfies Unsaved)

const same = (one: Written, other: Written): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What this tab kept, or else what the last one left that is gone; of a tab that is open nothing is touched. */
export function takePlace(id: string): Place {
  const name = `experiment ${id}`
  const [first, ...rest] = kept<Unsaved>(name).filter((one) => one.tab === thisTab() || !isOpen(one.tab))
  if (first && first.tab !== thisTab() && keep(name, first.value.seen, first.value.value)) drop(name, first)
  const others = rest.filter((one) => first && !same(one.value.value, first.value.value))
  for (const one of rest) if (!others.includes(one)) drop(name, one)
  return { name, first: first?.value ?? null, others }
}
