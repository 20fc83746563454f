import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Assignment, NewAssignment } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { parts, Trouble } from '../../ui/Parts'
import css from './NewRankingPage.module.css'
import { useForgetAssignment, useKeepAssignment } from './queries'

interface Props { project: string | null; chosen: Assignment | undefined; says: Omit<NewAssignment, 'seen'>; onKept: (name: string) => void; onForgotten: () => void }

/** Question, scale, judges and graded texts under a name, to be ranked by again; texts without a grade are not kept. */
export function KeepAssignment({ project, chosen, says, onKept, onForgotten }: Props) {
  const draft = useDraft(`assignment ${project ?? ''}`, '')
  const name = draft.value
  const words = useDraft(`instructions ${project ?? ''}`, '')
  const told = words.value
  const [isSure, ask] = useState(false)
  const [isBegun] = useState(draft.isBegun || words.isBegun)
  const keep = useKeepAssignment(project ?? undefined)
  const forget = useForgetAssignment(project ?? undefined)
  const isSomething = told.trim() !== '' || Object.values(says).some((value) => value !== null)
  const store = (called: string, seen: number | null): void => keep.mutate({ name: called, wish: { ...says, instructions: told.trim() || null, seen } }, { onSuccess: (made) => { draft.forget(); words.forget(); onKept(made.name) } })
  return (
    <details className={`card ${css.again}`} open={isBegun}>
      <summary><h2>To be used again</h2></summary>
      <p className="muted">An assignment keeps the question, the rubric, the scale, the judges and the graded texts; other texts are ranked by it later.</p>
      <Textarea size="xs" label="Instructions" description="What writers were told besides; judges read it after the question" placeholder={chosen?.instructions || ''} autosize minRows={1} maxRows={6} value={told} onChange={(e) => { keep.reset(); words.write(e.currentTarget.value) }} />
      {chosen && (
        <div className={parts.actions}>
          <Button size="compact-sm" variant="default" disabled={!isSomething} loading={keep.isPending} onClick={() => store(chosen.name, chosen.revision)}>Store into {chosen.name}</Button>
          {isSure ? <Button size="compact-sm" color="red.9" loading={forget.isPending} onClick={() => forget.mutate(chosen, { onSuccess: () => { ask(false); onForgotten() } })}>Delete it for ever</Button> : <Button size="compact-sm" variant="subtle" color="gray" onClick={() => ask(true)}>Delete {chosen.name} …</Button>}
        </div>
      )}
      <div className={parts.actions}>
        <TextInput size="xs" aria-label="Name of a new assignment" placeholder="later-start" maxLength={63} value={name} onChange={(e) => { keep.reset(); draft.write(e.currentTarget.value) }} />
        <Button size="compact-sm" variant="default" disabled={!isSomething || !name.trim()} loading={keep.isPending} onClick={() => store(name.trim(), null)}>Keep as a new assignment</Button>
      </div>
      {(keep.error ?? forget.error) && <Trouble error={(keep.error ?? forget.error) as Error} safe="What you wrote stays here; no assignment was changed." />}
    </details>
  )
}
