import { Modal, TextInput, useMantineColorScheme } from '@mantine/core'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { address, type Dataset, type ExperimentLine, get, type Project, type Prompt, type RunLines } from '../api/client'
import { pageOf } from '../features/runs/pages'
import { narrowed } from '../lib/project'
import css from './Palette.module.css'

interface Command { name: string; kind: string; act: () => void }
const PLACES = [['Home', '/'], ['Experiments', '/experiments'], ['New experiment', '/experiments/new'], ['Runs', '/runs'], ['New run', '/runs/new'], ['Reviews', '/reviews'], ['Compare', '/compare'], ['Batteries', '/batteries'], ['Prompts', '/prompts'], ['Data', '/data'], ['Rankings', '/rankings'], ['New ranking', '/rankings/new'], ['Judges', '/judges'], ['Parts', '/parts'], ['Projects', '/projects'], ['Calls', '/calls'], ['Costs', '/costs'], ['Servers', '/servers'], ['Settings', '/settings']] as const
const MOST = 12
const RUN_KINDS = ['Run', 'Ranking', 'Results']

/** The outside system is the keyboard: Ctrl-K, or ⌘K, wherever the focus is. Open when the key is done: the next letter is for it. */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const press = (e: KeyboardEvent): void => {
      if (e.key.toLowerCase() !== 'k' || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey) return
      e.preventDefault()
      flushSync(open)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [open])
}

/** Every page, run, experiment, prompt and set of cases of every project by its name, and what can be done from anywhere. */
export function Palette({ opened, onClose, showKeys }: { opened: boolean; onClose: () => void; showKeys: () => void }) {
  return <Modal opened={opened} onClose={onClose} title="Go to, or do" size="lg" yOffset="12vh" transitionProps={{ duration: 0 }} closeButtonProps={{ 'aria-label': 'Close' }}>{opened && <Search onClose={onClose} showKeys={showKeys} />}</Modal>
}

const wordsOf = (said: string): string[] => said.toLowerCase().split(/\s+/).filter(Boolean)

/** Runs are many: the server looks for their names. A word that says what is looked for is none of a name. */
function useRuns(said: string) {
  const named = wordsOf(said).filter((word) => !RUN_KINDS.some((kind) => kind.toLowerCase().includes(word))).join(' ')
  return useQuery({ queryKey: ['runs', 'palette', named], queryFn: ({ signal }) => get<RunLines>(address('/api/runs', { limit: 50, named }), signal), placeholderData: keepPreviousData })
}

/** What every project keeps by a name, and what is kept in none. */
function useKept(): { commands: Command[]; isLooking: boolean } {
  const go = useNavigate()
  const projects = useQuery({ queryKey: ['projects'], queryFn: ({ signal }) => get<Project[]>('/api/projects', signal) })
  const places = ['', ...(projects.data ?? []).map((one) => one.slug)]
  const prompts = useQueries({ queries: places.map((project) => ({ queryKey: ['prompts', project], queryFn: ({ signal }: { signal: AbortSignal }) => get<Prompt[]>(address('/api/prompts', { project }), signal) })) })
  const sets = useQueries({ queries: places.map((project) => ({ queryKey: ['datasets', project], queryFn: ({ signal }: { signal: AbortSignal }) => get<Dataset[]>(address('/api/datasets', { project }), signal) })) })
  const commands = places.flatMap((project, i) => {
    const search = project ? { project } : {}
    const of = (kind: string): string => (project ? `${kind} of ${project}` : kind)
    return [
      ...(prompts[i]?.data ?? []).map((one) => ({ name: one.name, kind: of('Prompt'), act: () => void go({ to: '/prompts/$prompt', params: { prompt: one.name }, search }) })),
      ...(sets[i]?.data ?? []).map((one) => ({ name: one.name, kind: of('Cases'), act: () => void go({ to: '/data/$dataset', params: { dataset: one.name }, search }) })),
    ]
  })
  return { commands, isLooking: [projects, ...prompts, ...sets].some((one) => one.isPending) }
}

/** Everything there is a name for, and whether some of it is still being looked for. */
function useCommands(said: string, showKeys: () => void): { commands: Command[]; isLooking: boolean } {
  const go = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const runs = useRuns(said)
  const kept = useKept()
  const experiments = useQuery({ queryKey: ['experiments', 'palette'], queryFn: ({ signal }) => get<ExperimentLine[]>('/api/experiments?everywhere=true&archived=true', signal) })
  const commands = [
    ...PLACES.map(([name, to]) => ({ name, kind: 'Page', act: () => void go({ to, search: narrowed(to) }) })),
    ...(runs.data?.items ?? []).flatMap((run) => [
      { name: run.name, kind: run.shown_as === 'entries' ? 'Ranking' : 'Run', act: () => void go({ to: pageOf(run.shown_as), params: { run: run.id } }) },
      ...(run.shown_as === 'boards' ? [{ name: `${run.name}: results`, kind: 'Results', act: () => void go({ to: '/runs/$run/results', params: { run: run.id } }) }] : []),
    ]),
    ...(experiments.data ?? []).map((one) => ({ name: one.name || 'Untitled experiment', kind: 'Experiment', act: () => void go({ to: '/experiments/$experiment', params: { experiment: one.id } }) })),
    ...kept.commands,
    { name: 'Use light theme', kind: 'Do', act: () => setColorScheme('light') },
    { name: 'Use dark theme', kind: 'Do', act: () => setColorScheme('dark') },
    { name: 'Show all keys', kind: 'Do', act: showKeys },
  ]
  return { commands, isLooking: runs.isPending || runs.isPlaceholderData || experiments.isPending || kept.isLooking }
}

const takeFocus = (field: HTMLInputElement | null): void => field?.focus()

/** All words have to occur; names that begin with the first one stand first. */
function found(commands: Command[], said: string): Command[] {
  const wanted = wordsOf(said)
  const fit = commands.filter((one) => wanted.every((word) => `${one.name} ${one.kind}`.toLowerCase().includes(word)))
  const begins = (one: Command): number => (wanted[0] && one.name.toLowerCase().startsWith(wanted[0]) ? 0 : 1)
  return fit.map((one, i) => ({ one, i })).sort((a, b) => begins(a.one) - begins(b.one) || a.i - b.i).map(({ one }) => one).slice(0, MOST)
}

function Search({ onClose, showKeys }: { onClose: () => void; showKeys: () => void }) {
  const id = useId()
  const [said, say] = useState('')
  const [at, setAt] = useState(0)
  const [isEntered, enter] = useState(false)
  const { commands, isLooking } = useCommands(said, showKeys)
  const shown = found(commands, said)
  const here = Math.min(at, shown.length - 1)
  const act = (command: Command | undefined): void => {
    if (!command) return
    onClose()
    command.act()
  }
  const press = (e: React.KeyboardEvent): void => {
    if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      e.preventDefault()
      if (shown.length) setAt((here + (e.key === 'ArrowDown' ? 1 : shown.length - 1)) % shown.length)
    } else if (e.key === 'Enter') {
      e.preventDefault()
      enter(true)
    }
  }
  const hit = shown[here]
  // A page that begins so stands first whatever else is found.
  const isSure = !isLooking || (hit?.kind === 'Page' && hit.name.toLowerCase().startsWith(said.trim().toLowerCase()))
  const chosen = isEntered && isSure ? hit : undefined
  // The outside system is the address. Enter waits until everything was looked for: what stands first may not be there yet.
  useEffect(() => { if (chosen) act(chosen) })
  return (
    <>
      <TextInput data-autofocus ref={takeFocus} aria-label="Page, run, experiment, prompt, cases or action" placeholder="Page, run, experiment, prompt, cases, action" role="combobox" aria-expanded="true" aria-controls={id} aria-autocomplete="list" {...(shown.length ? { 'aria-activedescendant': `${id}-${here}` } : {})} value={said} onChange={(e) => { say(e.currentTarget.value); setAt(0); enter(false) }} onKeyDown={press} />
      <div className={css.list} role="listbox" id={id} aria-label="Found">{shown.map((one, i) => <div key={`${one.kind} ${one.name} ${i}`} id={`${id}-${i}`} role="option" tabIndex={-1} aria-selected={i === here} onMouseMove={() => setAt(i)} onClick={() => act(one)}><span>{one.name}</span><span>{one.kind}</span></div>)}</div>
      <p className={css.none} role="status">{shown.length === 0 ? (isLooking ? 'Looking…' : 'Nothing is called so.') : ''}</p>
    </>
  )
}
