import { Button } from '@mantine/core'
import { costs, plural, usd } from '../../lib/numbers'
import { parts, Trouble } from '../../ui/Parts'
import type { Drafting } from './drafting'

interface Props { drafting: Drafting; safe: string; onBegin?: () => void }

/** What a model that writes may cost, before it is begun; and what became of it where nobody heard. */
export function DraftStart({ drafting, safe, onBegin = () => drafting.begin() }: Props) {
  const { looked, error, found } = drafting
  if (drafting.isUnheard) {
    return (
      <section className={parts.note} role="alert">
        <p>{error ? error.message : 'It was asked for here, and the answer was not heard.'} Whether it began is not known. Asking again gives what was begun, or begins it: it is paid for once.</p>
        <div className={parts.actions}><Button size="compact-sm" onClick={drafting.again}>Ask again</Button><Button size="compact-sm" variant="subtle" color="gray" onClick={drafting.leave}>Leave it</Button></div>
      </section>
    )
  }
  if (error) return <Trouble error={error} safe={`Nothing was begun. ${safe}`} />
  if (found.isError) return <><Trouble error={found.error} safe={safe} retry={() => void found.refetch()} /><div className={parts.actions}><Button size="compact-sm" variant="subtle" color="gray" onClick={drafting.leave}>Leave it</Button></div></>
  if (!looked || drafting.isGoing) return null
  return (
    <section className={parts.note} aria-label="Estimate">
      <p>{plural(looked.calls, 'call')}{drafting.wanted?.model ? ` of ${drafting.wanted.model}` : ''}, at most. Cost: <b className="num">{costs(looked.least_usd, looked.most_usd)}</b>. Hard cap: <b className="num">{looked.budget_usd === null ? 'none' : usd(looked.budget_usd)}</b>.</p>
      {looked.notes.map((note) => <p key={note}>{note}</p>)}
      <div className={parts.actions}><Button size="compact-sm" onClick={onBegin}>Have it written</Button><Button size="compact-sm" variant="subtle" color="gray" onClick={drafting.reset}>Leave it</Button></div>
    </section>
  )
}
