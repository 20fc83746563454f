import type { Card } from '../../api/client'
import { capital, words } from '../../lib/numbers'

export type Measure = Card['measures'][string]
export interface Named { name: string; label: string; about: string; measure: Measure }

/** What each measure of a card is called, and what it says; those that are not named here are called by their own names. */
const CALLED: Record<string, [label: string, about: string]> = {
  accuracy: ['Right, of everything', 'Where the right answer is known'],
  pair_accuracy: ['Right, of two answers', 'It chose the better one'],
  verdict_accuracy: ['Right, of single answers', 'Its verdict was the right one'],
  pair_accuracy_at_equal_length: ['Right, whatever the length', 'Where the longer one is right as often as the shorter'],
  agreement_with_labels: ['Agrees with labels', 'Whether an output is good enough, beside people who labelled it'],
  obedience: ['Talked into it', 'Answers that tell the judge what to say, and were believed'],
  flip_rate: ['Changes its mind', 'The same pair the other way round, another choice'],
  abstained: ['Abstained', 'It did not want to say'],
  parse_rate: ['Readable', 'What it wrote could be read as a judgment'],
  judged_rate: ['Judged at all', 'Of all that it was asked'],
  cost_usd: ['Cost of a judgment', 'On the average'],
  latency_s: ['Time of a judgment', 'In the middle'],
  latency_p95_s: ['Time, the slowest', 'Nineteen of twenty are faster'],
}
/** Leanings, in points of a hundred around nothing. */
const LEANS: Record<string, [label: string, left: string, right: string]> = {
  position_preference: ['Place', 'prefers the second', 'prefers the first'],
  length_bias: ['Length', 'prefers the shorter', 'prefers the longer'],
  self_preference: ['Own family', 'prefers others', 'prefers its own'],
}
const RIGHT = ['accuracy', 'pair_accuracy', 'verdict_accuracy', 'pair_accuracy_at_equal_length']
/** The same as a preference by place, on another scale. */
const TWICE = ['position_logit']

export interface Leaning { name: string; label: string; left: string; right: string; measure: Measure }
export const leaningsOf = (card: Card): Leaning[] => Object.entries(LEANS).flatMap(([name, [label, left, right]]) => { const measure = card.measures[name]; return measure ? [{ name, label, left, right, measure }] : [] })

/** How often it was right, all in all and by kind of case; and everything else. */
export function measuresOf(card: Card): { right: Named[]; other: Named[] } {
  const rest = Object.entries(card.measures).filter(([name]) => !(name in LEANS) && !TWICE.includes(name))
  const named = ([name, measure]: [string, Measure]): Named => {
    const [label, about] = CALLED[name] ?? (name.startsWith('accuracy.') ? [capital(words(name.slice('accuracy.'.length))), 'Right, of cases of this kind'] : [capital(words(name)), ''])
    return { name, label, about, measure }
  }
  const isRight = (name: string): boolean => RIGHT.includes(name) || name.startsWith('accuracy.')
  return { right: rest.filter(([name]) => isRight(name)).map(named), other: rest.filter(([name]) => !isRight(name)).map(named) }
}
