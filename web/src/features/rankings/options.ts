import type { NamedFile, NewRanking, SuiteText } from '../../api/client'
import { addressesIn } from './texts'

/** What is seldom said of a ranking; what is empty is as usual. */
export interface Options { rubric: NamedFile | null; people: NamedFile | null; scaleFile: NamedFile | null; judgesOf: SuiteText | null; addresses: string; weights: Record<string, number | string>; seed: number | string; wave: number | string; least: number | string; shift: number | string; success: number | string; deadline: string; ends: NonNullable<NewRanking['budget_ends']> }
export const AS_USUAL: Options = { rubric: null, people: null, scaleFile: null, judgesOf: null, addresses: '', weights: {}, seed: '', wave: '', least: '', shift: '', success: '', deadline: '', ends: 'publish' }

const numberOf = (value: number | string): number | null => (typeof value === 'number' ? value : null)

type Said = Pick<NewRanking, 'rubric' | 'people' | 'judges_of' | 'addresses' | 'scale_file' | 'weights' | 'seed' | 'wave' | 'least_comparisons' | 'shift' | 'success_rate' | 'deadline' | 'budget_ends'>
export const saidOf = (one: Options): Said => ({
  rubric: one.rubric,
  people: one.people,
  judges_of: one.judgesOf,
  addresses: addressesIn(one.addresses).web,
  scale_file: one.scaleFile,
  weights: Object.fromEntries(Object.entries(one.weights).flatMap(([name, weight]) => (typeof weight === 'number' && weight !== 1 ? [[name, weight]] : []))),
  seed: numberOf(one.seed),
  wave: numberOf(one.wave),
  least_comparisons: numberOf(one.least),
  shift: numberOf(one.shift),
  success_rate: numberOf(one.success),
  deadline: one.deadline.trim() || null,
  budget_ends: one.ends,
})

/** Who judges in a table of comparisons that people made: the names in its column `judge`, as far as that can be seen here. */
export function peopleIn(file: NamedFile | null): string[] {
  if (!file) return []
  const [head = '', ...lines] = file.content.split(/\r?\n/)
  const cut = head.includes('\t') ? '\t' : ','
  const at = head.split(cut).map((name) => name.trim().replaceAll('"', '')).indexOf('judge')
  return at < 0 ? [] : [...new Set(lines.map((line) => line.split(cut)[at]?.trim().replaceAll('"', '') ?? '').filter(Boolean))].slice(0, 20)
}
