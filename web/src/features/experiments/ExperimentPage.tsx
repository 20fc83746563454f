import { Button, Menu, Modal } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWriteBundle } from '../../api/bundles'
import type { Experiment } from '../../api/client'
import { capital, plural, spent, usd, who } from '../../lib/numbers'
import { Bones, PageHead, parts, State, Trouble, When } from '../../ui/Parts'
import { pageOf } from '../runs/pages'
import { askedOf, CALLED, casesOf, criteriaOf, promptOf, STEPS, standingOf } from './definition'
import { Best } from './ExperimentsPage'
import css from './ExperimentsPage.module.css'
import { at, useAdd, useChange, useExperiment, useRemove } from './queries'

const route = getRouteApi('/experiments/$experiment')

export default function ExperimentPage() {
  const { experiment: id } = route.useParams()
  const found = useExperiment(id)
  if (found.isLoadingError) return <div className={parts.page}><h1>Experiment</h1><Trouble error={found.error} retry={() => void found.refetch()} /></div>
  if (!found.data) return <div className={parts.page}><h1>Experiment</h1><div className="card"><Bones /></div></div>
  return <Shown one={found.data} />
}

function Shown({ one }: { one: Experiment }) {
  return (
    <div className={parts.page}>
      <PageHead title={<>{one.name} <State state={one.status} /></>} actions={<Actions one={one} />}>{one.goal || 'It has no goal yet.'}</PageHead>
      <Next one={one} />
      <div className={css.two}>
        <Runs one={one} />
        <section className={`card ${css.part}`} aria-labelledby="about">
          <h2 id="about">What it asks</h2>
          <Contents one={one} />
          <p className="muted">Begun by {who(one.author)} <When at={one.made_at} />, changed <When at={one.changed_at} />; revision {one.revision}.</p>
        </section>
      </div>
    </div>
  )
}

/** The one thing to do now. */
function Next({ one }: { one: Experiment }) {
  const last = one.last_run
  const written = { name: one.name, definition: one.definition, files: one.files }
  const lacks = STEPS.filter((step) => step !== 'limits' && step !== 'rubric' && step !== 'judges' && standingOf(step, written) !== 'ready')
  const write = (step: string, label: string) => <Button renderRoot={(props) => <Link to="/experiments/$experiment/edit" params={{ experiment: one.id }} search={{ step }} {...props} />}>{label}</Button>
  if (last && last.state !== 'ended' && last.state !== 'cancelled') {
    return <section className={`card ${css.next}`}><div><h2>{last.state === 'waiting' ? 'A run waits for you' : last.state === 'running' ? 'A run goes on' : 'A run stands still'}</h2><p>{last.sentence}</p></div><Button renderRoot={(props) => <Link to={pageOf(last.shown_as)} params={{ run: last.id }} search={{}} {...props} />}>Open it</Button></section>
  }
  if (lacks.length > 0) return <section className={`card ${css.next}`}><div><h2>It is not whole yet</h2><p>{capital(lacks.map((step) => CALLED[step].toLowerCase()).join(', '))} {lacks.length === 1 ? 'lacks' : 'lack'} something.</p></div>{write(lacks[0] ?? 'objective', 'Go on writing')}</section>
  if (!last) return <section className={`card ${css.next}`}><div><h2>Nothing of it was run yet</h2><p>Look at what it may cost, then start it.</p></div>{write('limits', 'Look at it first')}</section>
  const results = last.shown_as === 'rounds' ? '/runs/$run/refinement' : '/runs/$run/results'
  return <section className={`card ${css.next}`}><div><h2>The last run ended</h2><p>{last.sentence}</p></div><div className={parts.actions}><Button renderRoot={(props) => <Link to={results} params={{ run: last.id }} search={{}} {...props} />}>See what it came to</Button><Button variant="default" renderRoot={(props) => <Link to="/experiments/$experiment/edit" params={{ experiment: one.id }} search={{ step: 'limits' }} {...props} />}>Run it again</Button></div></section>
}

function Runs({ one }: { one: Experiment }) {
  return (
    <section className={`card ${css.part}`} aria-labelledby="runs">
      <h2 id="runs">What it came to</h2>
      <dl className={css.stats}><div><dt>Best score</dt><dd><Best one={one} /></dd></div><div><dt>Spent</dt><dd className="num">{spent(one.spent_usd, one.unpriced_calls)}<span className={css.sub}>{one.runs > 0 ? `in ${plural(one.runs, 'run')}` : 'nothing was run yet'}</span></dd></div><div><dt>Last run</dt><dd>{one.last_run ? <><When at={one.last_run.began_at} /><span className={css.sub}>{one.last_run.sentence}</span></> : <span className="muted">none</span>}</dd></div></dl>
      {one.all_runs.length === 0 ? <p className="muted">Its runs are listed here.</p> : (
        <div className={parts.tablebox} tabIndex={0}>
          <table className={parts.table}>
            <thead><tr><th scope="col">Run</th><th scope="col">State</th><th scope="col" data-right>Cost</th></tr></thead>
            <tbody>{one.all_runs.map((run) => <tr key={run.id}><th scope="row"><Link to={pageOf(run.shown_as)} params={{ run: run.id }} search={{}}><When at={run.began_at} /></Link><span className={css.sub}>{run.sentence}</span></th><td><State state={run.state} /></td><td data-right>{spent(run.spent_usd, run.unpriced_calls)}</td></tr>)}</tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Contents({ one }: { one: Experiment }) {
  const { definition } = one
  const cases = casesOf(definition)
  const prompt = promptOf(definition)
  const names = (value: unknown): string => askedOf(value).map((asked) => String(asked.name ?? asked.model)).join(', ') || 'nobody yet'
  return (
    <dl className={css.facts}>
      <dt>Rubric</dt><dd>{criteriaOf(definition).map((criterion) => criterion.name).join(', ') || 'none'}</dd>
      <dt>Prompt</dt><dd>{(prompt.system || prompt.user).slice(0, 160) || 'none yet'}</dd>
      <dt>Cases</dt><dd>{typeof definition.cases === 'string' ? definition.cases : cases.length > 0 ? plural(cases.length, 'case') : 'none yet'}</dd>
      <dt>Models</dt><dd>{names(definition.arms)}</dd>
      <dt>Judges</dt><dd>{askedOf(definition.judges).length > 0 ? names(definition.judges) : 'none'}</dd>
      <dt>Budget</dt><dd>{typeof definition.budget_usd === 'number' ? usd(definition.budget_usd) : 'none set'}</dd>
    </dl>
  )
}

function Actions({ one }: { one: Experiment }) {
  const go = route.useNavigate()
  const change = useChange(one.id)
  const copy = useAdd(one.project ?? undefined)
  const drop = useRemove(one.id)
  const bundle = useWriteBundle({ experiment: one.id })
  const [asks, ask] = useState(false)
  const failed = change.error ?? copy.error ?? bundle.error
  return (
    <>
      <Button variant="default" renderRoot={(props) => <Link to="/experiments/$experiment/edit" params={{ experiment: one.id }} search={{ step: 'objective' }} {...props} />}>Edit</Button>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target><Button variant="default" loading={change.isPending || copy.isPending}>More</Button></Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => copy.mutate({ copy_of: one.id, files: {} }, { onSuccess: (made) => void go({ to: '/experiments/$experiment', params: { experiment: made.id } }) })}>Duplicate</Menu.Item>
          <Menu.Item component="a" href={`${at(one.id)}/export`} download>{Object.keys(one.files).length > 0 ? 'Take as edison.yaml with its files' : 'Take as edison.yaml'}</Menu.Item>
          {one.runs > 0 && <Menu.Item onClick={() => bundle.mutate(undefined, { onSuccess: (made) => void go({ to: '/runs/$run', params: { run: made.run }, search: {} }) })}>Write a bundle of its runs</Menu.Item>}
          <Menu.Item onClick={() => change.mutate({ seen: one.revision, is_archived: one.status !== 'archived' })}>{one.status === 'archived' ? 'Unarchive' : 'Archive'}</Menu.Item>
          {one.runs === 0 && <Menu.Item onClick={() => ask(true)}>Delete …</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {failed && <p role="alert" className="muted">{failed.message}</p>}
      <Modal opened={asks} onClose={() => { drop.reset(); ask(false) }} title={`Delete ${one.name}?`} centered closeButtonProps={{ 'aria-label': 'Close' }}>
        <div className={css.form}>
          <p>All that was written of it goes, for ever. One that was run can only be archived.</p>
          {drop.isError && <Trouble error={drop.error} safe="Nothing was deleted." />}
          <div className={parts.actions}><Button color="red.9" loading={drop.isPending} onClick={() => drop.mutate(one.revision, { onSuccess: () => void go({ to: '/experiments', search: {} }) })}>Delete it</Button><Button variant="default" onClick={() => ask(false)}>Leave it</Button></div>
        </div>
      </Modal>
    </>
  )
}
