import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { BlindPair, Cell } from '../../api/client'
import { compare } from '../../lib/diff'
import { DiffView } from '../../ui/DiffView'
import css from './SideBySidePage.module.css'

export const told = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** What both were asked, and what was expected of them. */
export function Asked({ of, goal }: { of: Pick<BlindPair, 'case' | 'variables' | 'expected' | 'must' | 'must_not'> | Cell; goal?: string }) {
  const values = Object.entries(of.variables)
  if (values.length === 0 && of.expected === null && !goal) return null
  return (
    <section className={`card ${css.case}`} aria-label="Case">
      {of.case && <h3>{of.case}</h3>}
      {goal && <p>{goal}</p>}
      <dl>
        {values.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{told(value)}</dd></div>)}
        {of.expected !== null && <div><dt>expected</dt><dd>{told(of.expected)}</dd></div>}
        {of.must && <div><dt>must</dt><dd>{of.must}</dd></div>}
        {of.must_not && <div><dt>must not</dt><dd>{of.must_not}</dd></div>}
      </dl>
    </section>
  )
}

/** What the texts are held against. */
export function Against({ value, hasExpected, onChange }: { value: string | undefined; hasExpected: boolean; onChange: (to: string | undefined) => void }) {
  const data = [{ value: 'nothing', label: 'As they are' }, { value: 'other', label: 'Against each other' }, ...(hasExpected ? [{ value: 'expected', label: 'Against the expected answer' }] : [])]
  return <SegmentedControl size="xs" aria-label="Differences" data={data} value={data.some((one) => one.value === value) ? (value ?? 'nothing') : 'nothing'} onChange={(to) => onChange(to === 'nothing' ? undefined : to)} />
}

/** One beside the other where there is room, else one below the other. */
export function Difference({ before, after, split, label }: { before: string; after: string; split: boolean; label: string }) {
  const narrow = useMediaQuery('(max-width: 900px)')
  return <DiffView rows={compare(before, after)} split={split && !narrow} label={label} />
}
