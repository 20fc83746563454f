import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Estimate } from '../api/client'
import { costs, count, usd } from '../lib/numbers'
import css from './EstimateCard.module.css'
import { parts } from './Parts'

interface Props { estimate: Estimate; counts: [string, number][]; start: string; isStarting: boolean; onStart: () => void; children: ReactNode }

/** What it would ask for and may cost, before anything is paid for: a range, what is unknown, and the hard cap. */
export function EstimateCard({ estimate, counts, start, isStarting, onStart, children }: Props) {
  return (
    <section className={`card ${css.card}`} aria-label="Estimate">
      <h2>{estimate.name}</h2>
      <p className="muted">{children}</p>
      <dl className={css.facts}>
        {counts.map(([what, n]) => [<dt key={what}>{what}</dt>, <dd key={`${what} number`}>{count(n)}</dd>])}
        <dt>Cost</dt><dd>{costs(estimate.least_usd, estimate.most_usd)}</dd>
        <dt>Hard cap</dt><dd>{estimate.budget_usd === null ? 'none' : usd(estimate.budget_usd)}</dd>
      </dl>
      {estimate.notes.map((note) => <p key={note} className={parts.note}>{note}</p>)}
      <Button loading={isStarting} onClick={onStart}>{start}</Button>
    </section>
  )
}
