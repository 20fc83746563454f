import { ActionIcon, Autocomplete, Button, MultiSelect, NumberInput } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { Link } from '@tanstack/react-router'
import { words } from '../../../lib/numbers'
import { parts } from '../../../ui/Parts'
import { useServers } from '../../settings/queries'
import { type Asked, askedOf, isApplication, isKept, keptName, listOf, TECHNIQUES, takesSamples, withKey, writtenAsked } from '../definition'
import type { StepProps } from '../WizardPage'
import css from '../WizardPage.module.css'
import { Keep, KeptLine } from './KeptParts'

export const PRETENDED = ['sim/edison-sim-small', 'sim/edison-sim-medium', 'sim/edison-sim-large']
const MOST_OFFERED = 40
const CALLS: Record<string, string> = { direct: 'one call', reason_first: 'one call', step_by_step: 'one call', self_consistency: 'a call for each sample', critique_and_revise: 'three calls', panel: 'a call for each sample, and one', debate: 'five calls' }
const LED = TECHNIQUES.map((value) => ({ value, label: `${words(value)}: ${CALLS[value]}` }))

/** Who answers: each model with what is set about drawing its answers. */
export function Models({ experiment, value, define }: StepProps) {
  const arms = askedOf(value.definition.arms)
  const known = useServers().data?.flatMap((one) => one.models) ?? []
  const write = (next: Asked[]): void => define((now) => withKey(now, 'arms', writtenAsked(next)))
  const edit = (at: number, change: Partial<Asked>): void => write(arms.map((one, i) => (i === at ? { ...one, ...change } : one)))
  return (
    <>
      <h2>Who answers?</h2>
      <p className="muted">PROVIDER/MODEL each; several are compared. The simulator (sim/edison-sim-medium) needs no key. <Link to="/servers">Servers and models</Link></p>
      <ul className={css.rows} aria-label="Models">
        {arms.map((one, at) => (
          <li key={at}>
            {isApplication(one) ? <p>An application: {String(one.name ?? one.http ?? one.command ?? one.python)}. It stays as it is. <Button size="compact-xs" variant="subtle" color="gray" onClick={() => write(arms.filter((_, i) => i !== at))}>Remove</Button></p> : isKept(one.model) ? <KeptLine kind="model" name={keptName(one.model)} project={experiment.project} onRemove={() => write(arms.filter((_, i) => i !== at))} /> : (
              <div className={css.asked}>
                <Autocomplete size="xs" label="Model" placeholder="openai/gpt-4o-mini" limit={MOST_OFFERED} data={[...new Set([...known, ...PRETENDED])]} value={one.model} onChange={(model) => edit(at, { model })} />
                <NumberInput size="xs" label="Temperature" placeholder="its own" min={0} max={2} step={0.1} decimalScale={2} value={(one.temperature as number | undefined) ?? ''} onChange={(given) => edit(at, { temperature: given === '' ? undefined : given })} />
                <NumberInput size="xs" label="Longest answer" placeholder="tokens" min={1} allowDecimal={false} value={(one.max_tokens as number | undefined) ?? ''} onChange={(given) => edit(at, { max_tokens: given === '' ? undefined : given })} />
                <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${one.model || `model ${at + 1}`}`} onClick={() => write(arms.filter((_, i) => i !== at))}><IconX size={16} /></ActionIcon>
              </div>
            )}
            {!isApplication(one) && !isKept(one.model) && <Led one={one} onChange={(change) => edit(at, change)} />}
          </li>
        ))}
      </ul>
      <div className={parts.actions}><Button variant="default" onClick={() => write([...arms, { model: '' }])}>Add a model</Button><Keep kind="model" project={experiment.project ?? undefined} value={arms.length === 1 && arms[0]?.model.includes('/') ? (writtenAsked(arms)[0] ?? null) : null} onTake={(name) => write([...arms.filter((one) => one.model), { model: name }])} /></div>
    </>
  )
}

/** How it is led to its answer; of several ways, each is a contender of its own. */
function Led({ one, onChange }: { one: Asked; onChange: (change: Partial<Asked>) => void }) {
  const ways = listOf(one.technique).map(String)
  const write = (chosen: string[]): void => onChange({ technique: chosen.length === 1 ? (chosen[0] === 'direct' ? undefined : chosen[0]) : chosen, ...(chosen.some(takesSamples) ? {} : { samples: undefined }) })
  return (
    <div className={css.led}>
      <MultiSelect size="xs" label="How it is led to its answer" description={ways.length > 1 ? `Compared as ${ways.length} contenders; every call of each answer is counted and paid for` : 'Choose several to compare them; every call of an answer is counted and paid for'} placeholder={ways.length === 0 ? 'direct: one call' : ''} data={LED} value={ways} onChange={write} />
      {ways.some(takesSamples) && <NumberInput size="xs" label="Samples" description="An odd number" placeholder="3" min={3} max={9} step={2} allowDecimal={false} value={(one.samples as number | undefined) ?? ''} onChange={(given) => onChange({ samples: given === '' ? undefined : given })} />}
    </div>
  )
}
