import { Checkbox, NumberInput, TagsInput } from '@mantine/core'
import { askedOf, type Definition, listOf } from '../definition'
import css from '../WizardPage.module.css'

const KINDS = [
  { value: 'pii', label: 'Private data', about: 'addresses, numbers, accounts of persons' },
  { value: 'secrets', label: 'Secrets', about: 'keys, tokens, passwords' },
  { value: 'jailbreak', label: 'Signs of a jailbreak', about: 'a model that was talked out of its rules' },
  { value: 'toxicity', label: 'Toxic content', about: 'as judges flag it' },
]
interface Safety { scan?: string[] | undefined; allow?: string[] | undefined; most_flagged?: number | undefined; echo?: unknown }

/** A list says what is looked for; a mapping more than that. */
function safetyOf({ safety }: Definition): Safety | null {
  if (safety === undefined || safety === null) return null
  return Array.isArray(safety) ? { scan: safety.map(String) } : (safety as Safety)
}

/** As short as it can be said; that nothing is looked for is said, too. */
function written({ scan, ...rest }: Safety): unknown {
  const more = Object.entries(rest).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
  if (more.length === 0 && scan && scan.length > 0) return scan
  return { ...(scan ? { scan } : {}), ...Object.fromEntries(more) }
}

/** What every answer is looked through for, at no cost, and how much of it may be found. */
export function SafetyFields({ definition, isRefined, onChange }: { definition: Definition; isRefined: boolean; onChange: (safety: unknown) => void }) {
  const said = safetyOf(definition)
  const isJudged = askedOf(definition.judges).length > 0
  const all = KINDS.map((one) => one.value).filter((kind) => kind !== 'toxicity' || isJudged)
  // Refining looks for all of it unless told otherwise; a run looks for what it is told.
  const scan = said ? (said.scan ?? all) : isRefined ? all : []
  const write = (change: Partial<Safety>): void => onChange(written({ ...said, scan, ...change }))
  const choose = (chosen: string[]): void => (chosen.length === 0 && !isRefined && !said?.allow && said?.most_flagged === undefined ? onChange(undefined) : write({ scan: chosen }))
  return (
    <fieldset className={css.box}>
      <legend>What must not stand in an answer</legend>
      <p className="muted">Every answer is looked through on this machine, at no cost; what the case itself holds may be repeated. The findings are a board of their own.{isRefined && ' Refining holds back a change in whose answers more is found than before it.'}</p>
      <Checkbox.Group aria-label="Looked for" value={scan} onChange={choose}>
        <div className={css.kinds}>{KINDS.map((one) => <Checkbox key={one.value} size="xs" value={one.value} label={one.label} description={one.value === 'toxicity' && !isJudged ? 'needs a judge, who flags it' : one.about} disabled={one.value === 'toxicity' && !isJudged && !scan.includes(one.value)} />)}</div>
      </Checkbox.Group>
      {scan.length > 0 && (
        <div className={css.pair}>
          <NumberInput label="A run passes with, at most" description="Share of a model’s answers in which something is found" suffix=" %" min={0} max={100} decimalScale={2} placeholder="any share" value={said?.most_flagged === undefined ? '' : 100 * said.most_flagged} onChange={(given) => write({ most_flagged: typeof given === 'number' ? given / 100 : undefined })} />
          <TagsInput label="What does not count" description="Such as ip_address, or *@ourshop.com" value={listOf(said?.allow).map(String)} onChange={(allow) => write({ allow })} />
        </div>
      )}
    </fieldset>
  )
}
