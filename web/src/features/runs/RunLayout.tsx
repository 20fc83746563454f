import { Button, Menu, Modal, NumberInput } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import type { Run } from '../../api/client'
import { useProgress } from '../../api/live'
import { useDraft } from '../../lib/draft'
import { plural, spent, usd } from '../../lib/numbers'
import { parts, State, Trouble, When } from '../../ui/Parts'
import { More } from './More'
import { Progress } from './Progress'
import { useMove, useRun } from './queries'
import css from './RunPage.module.css'

const route = getRouteApi('/runs/$run')
type Question = 'cancel' | 'finish' | 'resume' | 'rerun'
const OPEN = ['running', 'paused', 'halted', 'waiting']
const FORMATS: Record<Run['shown_as'], string[]> = { rounds: ['csv', 'json', 'jsonl'], drafts: ['json', 'jsonl'], scan: ['json', 'jsonl'], export: [], boards: ['html', 'md', 'png', 'csv', 'facets', 'comparisons', 'json', 'jsonl', 'junit', 'promptfoo', 'promptfoo-config', 'prix-json', 'prix-csv'], cards: ['csv', 'json', 'jsonl'], entries: ['html', 'md', 'csv', 'comparisons', 'reasons', 'json'] }
const CALLED: Record<string, string> = { html: 'Report to read (HTML)', csv: 'Table (CSV)', json: 'Everything (JSON)', jsonl: 'Cell by cell (JSON lines)', junit: 'For CI (JUnit)', md: 'Summary (Markdown)', png: 'Picture of the grid (PNG)', facets: 'Means by group of cases (CSV)', comparisons: 'Every comparison (CSV)', reasons: 'Reasons of judges (CSV)', promptfoo: 'Results for promptfoo (JSON)', 'promptfoo-config': 'Suite for promptfoo (YAML)', 'prix-json': 'For Prix (JSON)', 'prix-csv': 'For Prix (CSV)' }

/** What all pages of a run have in common: its name, where it stands, and what may be done with it. */
export default function RunLayout() {
  const { run: id } = route.useParams()
  const run = useRun(id)
  if (run.isLoadingError) return <div className={parts.page}><h1>Run</h1><Trouble error={run.error} safe="The run goes on without this page." retry={() => void run.refetch()} /></div>
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div className={css.title}><h1>{run.data?.name ?? 'Run'}</h1>{run.data && <Now run={run.data} />}</div>
        {run.data && <Actions run={run.data} />}
      </header>
      {run.data && <Said run={run.data} />}
      <Progress run={id} first={run.data?.progress} />
      {run.data && <Tabs run={run.data} />}
      <Outlet />
    </div>
  )
}

function Now({ run }: { run: Run }) {
  const state = useProgress(run.id).data?.state ?? run.state
  return <span role="status"><State state={state} /></span>
}

/** A halt shows its sentence; an end its name; doubts are never hidden. */
function Said({ run }: { run: Run }) {
  const now = useProgress(run.id).data ?? run.progress
  // What people are asked stands in the sentence already.
  const told = [...(now.halted && !now.sentence.includes(now.halted.sentence) ? [now.halted.sentence] : []), ...run.doubts]
  return (
    <>
      <p className={css.sentence}>{now.state === 'running' ? run.goal || now.sentence : now.sentence} Began <When at={run.began_at} />.{run.disagreements ? ` Judges disagree on ${plural(run.disagreements, 'answer')}.` : ''}</p>
      {told.map((sentence) => <p key={sentence} className={`${parts.note} ${css.doubt}`} role="note">{sentence}</p>)}
    </>
  )
}

function Actions({ run }: { run: Run }) {
  const now = useProgress(run.id).data ?? run.progress
  const state = now.state
  // It was to stop where a person looks: whoever has looked lets it go on.
  const isLookedAt = state === 'waiting' && now.halted?.code === 'stage_done'
  const move = useMove(run.id)
  const [asks, ask] = useState<Question | null>(null)
  const failed = (run.counts.failed ?? 0) + run.judgments.not_judged
  return (
    <div className={css.actions}>
      {state === 'running' && <Button size="compact-md" variant="default" loading={move.isPending} leftSection={<IconPlayerPause size={15} />} onClick={() => move.mutate({ move: 'pause' })}>Pause</Button>}
      {(state === 'paused' || state === 'halted' || isLookedAt) && <Button size="compact-md" loading={move.isPending} leftSection={<IconPlayerPlay size={15} />} onClick={() => (run.progress.budget_usd === null ? move.mutate({ move: 'resume' }) : ask('resume'))}>Resume</Button>}
      {state === 'ended' && failed > 0 && <Button size="compact-md" variant="default" loading={move.isPending} leftSection={<IconRefresh size={15} />} onClick={() => ask('rerun')}>Ask again for what failed</Button>}
      {OPEN.includes(state) && <Button size="compact-md" variant="default" leftSection={<IconCheck size={15} />} onClick={() => ask('finish')}>Finish…</Button>}
      {OPEN.includes(state) && <Button size="compact-md" variant="default" leftSection={<IconX size={15} />} onClick={() => ask('cancel')}>Cancel…</Button>}
      {FORMATS[run.shown_as].length > 0 && <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target><Button size="compact-md" variant="default" leftSection={<IconDownload size={15} />}>Export</Button></Menu.Target>
        <Menu.Dropdown>{FORMATS[run.shown_as].map((format) => <Menu.Item key={format} component="a" href={`/api/runs/${run.id}/export?format=${format}`} download>{CALLED[format]}</Menu.Item>)}</Menu.Dropdown>
      </Menu>}
      {!OPEN.includes(state) && <More run={run} />}
      <Asked asks={asks} run={run} failed={failed} close={() => ask(null)} act={(wish) => { ask(null); move.mutate(wish) }} />
      {move.isError && <p role="alert" className={css.refused}>{move.error.message}</p>}
    </div>
  )
}

type Wish = Parameters<ReturnType<typeof useMove>['mutate']>[0]
function Asked({ asks, run, failed, close, act }: { asks: Question | null; run: Run; failed: number; close: () => void; act: (wish: Wish) => void }) {
  const draft = useDraft<number | string>(`budget ${run.id}`, run.progress.budget_usd ?? '')
  const budget = draft.value
  const title = { cancel: 'Cancel this run?', finish: 'Finish this run now?', resume: 'Let it go on', rerun: 'Ask again for what failed?' }
  return (
    <Modal opened={asks !== null} onClose={close} title={asks ? title[asks] : ''} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      {asks === 'cancel' && <p className={css.ask}>It ends for ever. What was answered and judged is kept; a run that should go on later is better paused.</p>}
      {asks === 'finish' && <p className={css.ask}>Nothing new is asked. What there is by now is its result: boards, rankings and versions are made of it, and say on how much they rest.</p>}
      {asks === 'rerun' && <p className={css.ask}>{plural(failed, 'answer or judgment', 'answers and judgments')} are asked for again, and only those. That is paid for like any call{run.progress.budget_usd === null ? '; this run has no budget.' : `, within the budget of ${usd(run.progress.budget_usd)}.`}</p>}
      {asks === 'resume' && <NumberInput label="Budget for the whole run, in dollars" description={`Spent so far: ${spent(run.progress.spent_usd, run.progress.unpriced_calls)}. It is never exceeded.`} min={0} decimalScale={2} prefix="$" value={budget} onChange={draft.write} data-autofocus />}
      <div className={css.choose}>
        <Button variant="default" onClick={close}>Leave it</Button>
        {asks === 'cancel' && <Button color="red.9" onClick={() => act({ move: 'cancel' })}>Cancel the run</Button>}
        {asks === 'finish' && <Button onClick={() => act({ move: 'finish' })}>Finish it now</Button>}
        {asks === 'rerun' && <Button onClick={() => act({ move: 'rerun' })}>Ask again</Button>}
        {asks === 'resume' && <Button onClick={() => { draft.forget(); act(typeof budget === 'number' && budget > 0 ? { move: 'resume', budget } : { move: 'resume' }) }}>Resume</Button>}
      </div>
    </Modal>
  )
}

function Tabs({ run }: { run: Run }) {
  const params = { run: run.id }
  const exact = { exact: true, includeSearch: false }
  return (
    <nav className={css.tabs} aria-label="Pages of this run">
      {run.shown_as === 'entries' ? <Link to="/runs/$run/ranking" params={params} activeOptions={exact}>Ranking</Link> : <>{run.shown_as === 'scan' && <Link to="/runs/$run/scan" params={params} activeOptions={exact}>What was found</Link>}{run.shown_as === 'rounds' && <Link to="/runs/$run/refinement" params={params} activeOptions={exact}>Overview</Link>}{run.shown_as !== 'scan' && <Link to="/runs/$run" params={params} activeOptions={exact}>{run.shown_as === 'drafts' ? 'What was written' : run.shown_as === 'export' ? 'The file' : 'Cells'}</Link>}</>}
      {run.shown_as === 'boards' && <Link to="/runs/$run/results" params={params} activeOptions={exact}>Results</Link>}
      {(run.columns.length > 1 || run.shown_as === 'entries') && <Link to="/runs/$run/side-by-side" params={params} activeOptions={exact}>{run.shown_as === 'entries' ? 'Judge pairs' : 'Side by side'}</Link>}
      {run.shown_as === 'boards' && <Link to="/runs/$run/compare" params={params} activeOptions={exact}>Compare</Link>}
      {run.shown_as !== 'scan' && run.shown_as !== 'export' && <Link to="/runs/$run/calls" params={params} activeOptions={exact}>Calls</Link>}
    </nav>
  )
}
