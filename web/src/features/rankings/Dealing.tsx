import { NumberInput, Select, Switch } from '@mantine/core'
import type { NewRanking } from '../../api/client'
import { parts } from '../../ui/Parts'
import css from './NewRankingPage.module.css'

type Pairing = NonNullable<NewRanking['pairing']>
/** Which texts meet, how they are shown, and how fast. */
export interface Dealt { pairing: Pairing; both: boolean; ties: boolean; atOnce: number | string }
const PAIRINGS: { value: Pairing; label: string }[] = [{ value: 'adaptive', label: 'Adaptive: where there is most to learn' }, { value: 'random', label: 'Random' }, { value: 'round_robin', label: 'Round robin: all with all' }, { value: 'matching', label: 'Matching: for few texts' }]

interface Props { value: Dealt; wave: number | string; seed: number | string; onChange: (change: Partial<Dealt>) => void; onOption: (change: { wave?: number | string; seed?: number | string }) => void }

export function Dealing({ value, wave, seed, onChange, onOption }: Props) {
  const told = [PAIRINGS.find((one) => one.value === value.pairing)?.label.split(':')[0], value.both && 'both ways round', value.ties && 'ties allowed'].filter(Boolean).join(', ')
  return (
    <details className={parts.fold}>
      <summary>How pairs are dealt <span className="muted">{told}</span></summary>
      <div className={css.pair}>
        <Select label="Pairs" allowDeselect={false} data={PAIRINGS} value={value.pairing} onChange={(pairing) => onChange({ pairing: (pairing ?? 'adaptive') as Pairing })} />
        <div className={css.switches}><Switch size="xs" label="Show every pair both ways round" checked={value.both} onChange={(e) => onChange({ both: e.currentTarget.checked })} /><Switch size="xs" label="Judges may call a tie" checked={value.ties} onChange={(e) => onChange({ ties: e.currentTarget.checked })} /></div>
      </div>
      <div className={css.pair}>
        <NumberInput label="Pairs dealt at once" description="A wave; the next is dealt by what it brought" placeholder="as usual" min={1} allowDecimal={false} value={wave} onChange={(next) => onOption({ wave: next })} />
        <NumberInput label="Calls at once" description="In flight, to each judge" placeholder="64" min={1} max={10_000} allowDecimal={false} value={value.atOnce} onChange={(atOnce) => onChange({ atOnce })} />
        <NumberInput label="Seed" description="Makes pairs and orders repeatable" placeholder="drawn" min={0} allowDecimal={false} value={seed} onChange={(next) => onOption({ seed: next })} />
      </div>
    </details>
  )
}
