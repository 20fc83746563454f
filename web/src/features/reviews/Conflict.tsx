import { Button } from '@mantine/core'
import { Problem } from '../../api/client'
import { parts } from '../../ui/Parts'
import css from './ReviewPage.module.css'

/** What a refusal says of a decision that somebody made meanwhile; null where it is another refusal. */
export const conflictOf = (error: Error | null): Problem | null => (error instanceof Problem && error.code === 'decided_by_another' ? error : null)

/** Both decisions in words; whoever has seen them may decide all the same. */
export function Conflict({ problem, isSending, onAnyway, onLeave }: { problem: Problem; isSending: boolean; onAnyway: (seen: number) => void; onLeave: () => void }) {
  return (
    <div className={`${parts.note} ${css.conflict}`} role="alert">
      <p>Somebody decided about hunk {String(problem.fields.hunk)} meanwhile. Nothing was overwritten.</p>
      <dl className={css.both}><dt>Theirs</dt><dd>{String(problem.fields.theirs)}</dd><dt>Yours</dt><dd>{String(problem.fields.yours)}</dd></dl>
      <div className={parts.actions}><Button size="compact-sm" loading={isSending} onClick={() => onAnyway(Number(problem.fields.revision))}>Decide all the same</Button><Button size="compact-sm" variant="default" onClick={onLeave}>Leave theirs</Button></div>
    </div>
  )
}
