import { Button, Modal, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useDraft } from '../../lib/draft'
import { parts } from '../../ui/Parts'
import { DraftStart } from '../experiments/DraftStart'
import { useDrafting } from '../experiments/drafting'
import css from './PromptPage.module.css'
import type { Where } from './queries'

const EMPTY = { goal: '', model: '', focus: [] as string[], budget: '' as number | string }

/** A model improves the newest version by small edits; they wait for a review, and nothing is changed before. */
export function Improve({ where, onClose }: { where: Where; onClose: () => void }) {
  const draft = useDraft(`improve ${where.project ?? ''} ${where.name}`, EMPTY)
  const cache = useQueryClient()
  const drafting = useDrafting(`${where.project ?? ''} ${where.name} improve`)
  const { run, isGoing } = drafting
  const found = drafting.found.data
  const value = draft.value
  const write = (change: Partial<typeof EMPTY>): void => { drafting.reset(); draft.write({ ...value, ...change }) }
  const told = useRef<string | null>(null)
  useEffect(() => {
    if (!found?.suggestion || told.current === found.suggestion) return
    told.current = found.suggestion
    void cache.invalidateQueries({ queryKey: ['reviews'] })
  }, [found, cache])
  const look = (): void => drafting.look({ kind: 'prompt', mode: 'improve', experiment: null, goal: value.goal, text: '', focus: value.focus, alternatives: 1, technique: 'direct', model: value.model.trim(), budget_usd: typeof value.budget === 'number' && value.budget > 0 ? value.budget : null, cases: null, project: where.project ?? null, prompt: where.name })
  return (
    <Modal opened onClose={onClose} title={`Have ${where.name} improved`} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <p className="muted">A model suggests small edits of the newest version. They wait under Reviews; whether they help is not measured: refining does that.</p>
        <Textarea label="What it is for" description="The writer goes by it" autosize minRows={2} maxRows={8} value={value.goal} onChange={(e) => write({ goal: e.currentTarget.value })} data-autofocus />
        <TextInput label="Who writes" placeholder="openai/gpt-4o" value={value.model} onChange={(e) => write({ model: e.currentTarget.value })} />
        <TagsInput label="What it is to help" description="Names of criteria; Enter adds one" placeholder={value.focus.length > 0 ? '' : 'anything'} splitChars={[',']} value={value.focus} onChange={(focus) => write({ focus })} />
        <NumberInput label="Budget in dollars" description="It is never exceeded" min={0} decimalScale={2} prefix="$" maw={260} value={value.budget} onChange={(budget) => write({ budget })} />
        <DraftStart drafting={drafting} safe="The prompt is as it was." />
        {!isGoing && found && (found.suggestion ? <p role="status" className={parts.note}>The edits wait for you. <Link to="/reviews/$review" params={{ review: found.suggestion }}>Decide hunk by hunk</Link></p> : <p role="status" className={parts.note}>{found.drafts.find((one) => one.failed)?.failed ?? found.note ?? 'Nothing came back that can be used.'} {run && <Link to="/runs/$run/calls" params={{ run }} search={{}}>What was asked and answered</Link>}</p>)}
        <div className={parts.actions}><Button disabled={!value.goal.trim() || !value.model.includes('/') || drafting.isUnheard} loading={isGoing || drafting.isLooking} variant={drafting.looked ? 'default' : 'filled'} onClick={look}>Look at it first</Button><Button variant="default" onClick={() => { if (found && !isGoing) drafting.leave(); onClose() }}>{found && !isGoing ? 'Close' : 'Leave it'}</Button></div>
      </div>
    </Modal>
  )
}
