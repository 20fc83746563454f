import { Button, NumberInput, TagsInput } from '@mantine/core'
import { Problem, type Project } from '../../api/client'
import { useProjects } from '../../api/projects'
import { useDraft } from '../../lib/draft'
import { usd } from '../../lib/numbers'
import { Meter, parts, Trouble } from '../../ui/Parts'
import css from './ProjectPage.module.css'
import { useChange, useWork } from './queries'

/** What all runs of a project together may spend, and whom they may ask; whoever begins one is held to it. */
export function Limits({ project }: { project: Project }) {
  const stored = { cap: (project.cap_usd ?? '') as number | string, allowed: [...(project.allow_list ?? [])], seen: project.revision }
  const draft = useDraft(`limits ${project.slug}`, stored)
  const change = useChange(project.slug)
  const projects = useProjects(true)
  const wish = draft.value
  const cap = typeof wish.cap === 'number' ? wish.cap : null
  const isNobody = project.allow_list?.length === 0
  const differs = isNobody || cap !== project.cap_usd || wish.allowed.join('\n') !== stored.allowed.join('\n')
  const isLate = change.error instanceof Problem && change.error.code === 'changed_meanwhile'
  // What was refused stood against something newer: until that is read there is nothing to hold one's own against.
  const isBehind = projects.isFetching || change.variables?.seen === project.revision
  const write = (changes: Partial<typeof stored>): void => { if (!isLate) change.reset(); draft.write({ ...wish, seen: draft.isBegun ? wish.seen : project.revision, ...changes }) }
  const send = (seen: number): void =>
    change.mutate({ seen, ...(cap === null ? { no_cap: true } : { cap_usd: cap }), ...(wish.allowed.length === 0 ? { allow_any: true } : { allow_list: wish.allowed }) }, { onSuccess: draft.forget, onError: () => void projects.refetch() })
  return (
    <section className={`card ${css.part}`} aria-labelledby="limits">
      <h2 id="limits">What its runs may spend and ask</h2>
      <Spent project={project} />
      {isNobody && <p className={parts.note}>Nobody may be asked now: the list is empty.</p>}
      <div className={css.form}>
        <NumberInput label="All runs together, in dollars" description="Empty sets no cap; what a run may spend is set aside when it begins" min={0} decimalScale={6} prefix="$" value={wish.cap} onChange={(given) => write({ cap: given })} />
        <TagsInput label="Who may be asked" description="PROVIDER or PROVIDER/MODEL, with * for any letters and @HOST for one address; empty lets everybody be asked that this server lets be asked" placeholder={wish.allowed.length > 0 ? '' : 'openai/gpt-4o-mini'} splitChars={[',', ' ', ';']} value={wish.allowed} onChange={(allowed) => write({ allowed })} />
        {isLate ? (
          <div className={`${parts.note} ${css.conflict}`} role="alert">
            <p>Somebody changed this project meanwhile. Nothing was overwritten.</p>
            {!isBehind && <dl className={css.held}><dt>Theirs</dt><dd>{told(project.cap_usd, project.allow_list ?? [])}</dd><dt>Yours</dt><dd>{told(cap, wish.allowed)}</dd></dl>}
            <div className={parts.actions}><Button size="compact-sm" loading={change.isPending || (isBehind && !projects.isError)} onClick={() => (isBehind ? void projects.refetch() : send(project.revision))}>Store yours all the same</Button><Button size="compact-sm" variant="default" onClick={() => { draft.forget(); change.reset() }}>Leave theirs</Button></div>
          </div>
        ) : change.isError && <Trouble error={change.error} safe="What you wrote stays here." />}
        {!isLate && <div className={parts.actions}>
          <Button disabled={!differs} loading={change.isPending} onClick={() => send(wish.seen)}>Store the limits</Button>
          {draft.isBegun && differs && <Button variant="subtle" color="gray" onClick={() => { draft.forget(); change.reset() }}>Begin anew</Button>}
        </div>}
      </div>
    </section>
  )
}

const told = (cap: number | null, allowed: readonly string[]): string => `${cap === null ? 'no cap' : usd(cap)}; ${allowed.length === 0 ? 'everybody may be asked' : allowed.join(', ')}`

/** What was spent and what is set aside for runs that go on, against the cap. */
function Spent({ project }: { project: Project }) {
  const work = useWork(project.slug).data
  if (!work || project.cap_usd === null) return null
  return <Meter money={{ spent_usd: work.known, unpriced_calls: work.unknown, held_usd: Math.max(0, project.taken_usd - work.known) }} budget={project.cap_usd} why="set aside for runs that go on" />
}
