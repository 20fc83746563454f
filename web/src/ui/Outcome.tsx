import type { CSSProperties } from 'react'
import css from './Outcome.module.css'

type Family = 'ok' | 'refused' | 'cut' | 'failed' | 'open'
interface Known { family: Family; word: string }

/** Every outcome and finding of the domain: its family gives shape and colour, its word says it. */
const KNOWN: Record<string, Known> = {
  ok: { family: 'ok', word: 'answered' },
  passed: { family: 'ok', word: 'passed' },
  settled: { family: 'ok', word: 'settled' },
  refused: { family: 'refused', word: 'refused' },
  filtered: { family: 'refused', word: 'held back by a filter' },
  truncated: { family: 'cut', word: 'cut off' },
  empty: { family: 'cut', word: 'empty' },
  unfinished: { family: 'cut', word: 'not finished' },
  failed: { family: 'failed', word: 'failed' },
  check_failed: { family: 'failed', word: 'failed a check' },
  cancelled: { family: 'open', word: 'cancelled' },
  pending: { family: 'open', word: 'not answered yet' },
  open: { family: 'open', word: 'under way' },
  not_checked: { family: 'open', word: 'not checked' },
  not_judged: { family: 'open', word: 'not judged' },
  outcome_unknown: { family: 'open', word: 'outcome unknown' },
}
export const familyOf = (outcome: string): Family => KNOWN[outcome]?.family ?? 'open'
export const wordOf = (outcome: string): string => KNOWN[outcome]?.word ?? outcome.replaceAll('_', ' ')

/** Shape and word carry the meaning; colour only helps. */
export function OutcomeMark({ outcome, withWord = false, style }: { outcome: string; withWord?: boolean; style?: CSSProperties }) {
  return (
    <span className={css.mark} data-family={familyOf(outcome)} {...(style ? { style } : {})}>
      <i className={css.shape} {...(withWord ? { 'aria-hidden': true } : { role: 'img', 'aria-label': wordOf(outcome) })} />
      {withWord && <span>{wordOf(outcome)}</span>}
    </span>
  )
}
