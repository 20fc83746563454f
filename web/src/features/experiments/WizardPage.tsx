import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Experiment } from '../../api/client'
import { compare } from '../../lib/diff'
import { who } from '../../lib/numbers'
import { DiffView } from '../../ui/DiffView'
import { Bones, parts, Trouble } from '../../ui/Parts'
import { CALLED, type Definition, STEPS, type Standing, type Step, standingOf, type Written } from './definition'
import { type Left, takePlace } from './kept'
import { useExperiment } from './queries'
import { Data } from './steps/Data'
import { Judges } from './steps/Judges'
import { Limits } from './steps/Limits'
import { Models } from './steps/Models'
import { Objective } from './steps/Objective'
import { Rubric } from './steps/Rubric'
import css from './WizardPage.module.css'
import { type Saved, useWriting, type Writing } from './writing'

const Prompt = lazy(() => import('./steps/Prompt'))
const route = getRouteApi('/experiments/$experiment/edit')
export interface StepProps { experiment: Experiment; writing: Writing; value: Written; define: (change: (definition: Definition) => Definition) => void }
const PARTS: Record<Step, React.ComponentType<StepProps>> = { objective: Objective, rubric: Rubric, prompt: Prompt, data: Data, models: Models, judges: Judges, limits: Limits }
const STANDING: Record<Standing, string> = { empty: 'empty', incomplete: 'incomplete', ready: 'ready' }

export default function WizardPage() {
  const { experiment: id } = route.useParams()
  const found = useExperiment(id)
  if (found.isLoadingError) return <div className={parts.page}><h1>Experiment</h1><Trouble error={found.error} retry={() => void found.refetch()} /></div>
  if (!found.data) return <div className={parts.page}><h1>Experiment</h1><div className="card"><Bones /></div></div>
  return <Wizard key={id} stored={found.data} />
}

/** Seven steps in any order. What is typed is this browser's at once and the server's soon after. */
function Wizard({ stored }: { stored: Experiment }) {
  const search = route.useSearch()
  const go = route.useNavigate()
  const [place] = useState(() => takePlace(stored.id))
  const writing = useWriting(stored, place)
  const { value } = writing
  const step = STEPS.find((one) => one === search.step) ?? 'objective'
  const at = STEPS.indexOf(step)
  const open = (next: Step): void => { void writing.flush(); void go({ search: { step: next } }) }
  const define = (change: (definition: Definition) => Definition): void => writing.change((now) => ({ ...now, definition: change(now.definition) }))
  const Part = PARTS[step]
  const [before, after] = [STEPS[at - 1], STEPS[at + 1]]
  return (
    <div className={parts.page}>
      <header className={css.head}>
        <div><h1>{value.name || 'Untitled experiment'}</h1><p className="muted"><Link to="/experiments">Experiments</Link> · <Link to="/experiments/$experiment" params={{ experiment: stored.id }}>Overview</Link></p></div>
        <Told saved={writing.saved} />
      </header>
      {writing.saved.kind === 'conflict' && <Conflict theirs={writing.saved.theirs} mine={value} onKeep={writing.keepMine} onLeave={writing.takeTheirs} />}
      {writing.left && <LeftBehind left={writing.left} mine={value} onTake={writing.takeLeft} onLeave={writing.leaveLeft} />}
      <div className={css.two}>
        <nav className={css.steps} aria-label="Steps">
          <ol>{STEPS.map((one, i) => {
            const standing = standingOf(one, value)
            return <li key={one}><button type="button" ref={one === step ? inSight : undefined} aria-current={one === step ? 'step' : undefined} onClick={() => open(one)}><i data-standing={standing}>{standing === 'ready' ? '✓' : i + 1}</i><span>{CALLED[one]}<small>{STANDING[standing]}</small></span></button></li>
          })}</ol>
        </nav>
        <section className={`card ${css.part}`} aria-label={CALLED[step]}>
          <Suspense fallback={<Bones />}><Part key={writing.taken} experiment={stored} writing={writing} value={value} define={define} /></Suspense>
          <footer className={css.foot}>
            {before ? <Button variant="default" onClick={() => open(before)}>Back to {CALLED[before].toLowerCase()}</Button> : <span />}
            {after && <Button variant={standingOf(step, value) === 'ready' ? 'filled' : 'default'} onClick={() => open(after)}>On to {CALLED[after].toLowerCase()}</Button>}
          </footer>
        </section>
      </div>
    </div>
  )
}

/** On a narrow screen the steps stand in a row that scrolls. */
const inSight = (button: HTMLElement | null): void => button?.scrollIntoView({ inline: 'center', block: 'nearest' })

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
function Told({ saved }: { saved: Saved }) {
  const words = { saving: () => 'Saving …', saved: () => (saved.kind === 'saved' && saved.at ? `Saved ${clock.format(saved.at)}` : 'Saved'), kept: () => (saved.kind === 'kept' && saved.why ? `${saved.isKept ? 'Kept in this browser' : 'Only on this page, too much for this browser to keep'}: ${saved.why}` : 'Writing …'), conflict: () => 'Kept in this browser; not stored' }
  return <span className={css.saved} data-kind={saved.kind} role="status">{words[saved.kind]()}</span>
}

const whole = (one: { name: string; definition: Definition }): string => {
  const { name: _, ...rest } = one.definition
  return JSON.stringify({ name: one.name, ...rest }, null, 2)
}

/** Both texts; whoever has seen them decides, and until then nothing is overwritten. */
function Conflict({ theirs, mine, onKeep, onLeave }: { theirs: Experiment; mine: Written; onKeep: () => void; onLeave: () => void }) {
  const rows = useMemo(() => compare(whole(theirs), whole(mine)), [theirs, mine])
  return (
    <section className={`card ${css.conflict}`} role="alert">
      <h2>{who(theirs.changed_by) === 'you' ? 'You changed it elsewhere meanwhile' : `${who(theirs.changed_by)} changed it meanwhile`}</h2>
      <p>What is stored stands on the left, what you wrote here on the right. Nothing was overwritten, and nothing is stored until you choose.</p>
      <DiffView rows={rows} split label="Stored, and yours" />
      <div className={parts.actions}><Button onClick={onKeep}>Store mine all the same</Button><Button variant="default" onClick={onLeave}>Take what is stored</Button></div>
    </section>
  )
}

/** Words that a tab kept which is gone now, and which are not these. */
function LeftBehind({ left, mine, onTake, onLeave }: { left: Left; mine: Written; onTake: () => void; onLeave: () => void }) {
  const rows = useMemo(() => compare(whole(left.value.value), whole(mine)), [left, mine])
  return (
    <section className={`card ${css.conflict}`} role="alert">
      <h2>Another tab left other words</h2>
      <p>They were never stored. They stand on the left, what is written here on the right; both are kept until you choose.</p>
      <DiffView rows={rows} split label="Left by another tab, and here" />
      <div className={parts.actions}><Button onClick={onTake}>Take the words on the left</Button><Button variant="default" onClick={onLeave}>Keep what is written here</Button></div>
    </section>
  )
}
