import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Progress } from './client'
import { Stream } from './stream'

export interface Happened { serial: number; run_id: string | null; type: string; at: string; about: Record<string, string> }
export type FeedState = 'live' | 'reconnecting' | 'closed'
export type Told =
  | { kind: 'happened'; data: Happened }
  | { kind: 'progress'; data: Progress }
  | { kind: 'state'; data: FeedState }
  | { kind: 'back' }

const KEPT = 60
const REFRESH_MS = 2000
/** What is asked for anew when something is told that belongs to no run. */
const KEPT_BY: Record<string, string[]> = { 'prompt.changed': ['prompts', 'prompt'], 'project.changed': ['projects'], 'experiment.changed': ['experiments'], 'review.decided': ['reviews', 'review'], 'dataset.changed': ['datasets', 'dataset'] }

/** The outside system is the event feed; it writes to the query cache and nothing else does.
 *  It is told what had happened when the page was made: whatever comes until the feed is open is heard as well. */
export function useLiveFeed(): void {
  const cache = useQueryClient()
  useEffect(() => {
    const take = taker(cache)
    const since = Number(document.querySelector<HTMLMetaElement>('meta[name=edison-serial]')?.content)
    return typeof SharedWorker === 'undefined' ? listenWhileSeen(take, since) : listenWithOthers(take, since)
  }, [cache])
}

/** By the one stream of all tabs. */
function listenWithOthers(take: (told: Told) => void, since: number): () => void {
  const worker = new SharedWorker(new URL('./live.worker.ts', import.meta.url), { type: 'module', name: 'edison-live' })
  worker.port.onmessage = (e: MessageEvent<Told>) => take(e.data)
  worker.port.postMessage(since)
  const bye = (): void => worker.port.postMessage('bye')
  addEventListener('pagehide', bye)
  return () => {
    removeEventListener('pagehide', bye)
    bye()
    worker.port.close()
  }
}

/** By a stream of this tab, in a browser without shared workers: only while the tab is seen, so that six of them stall nothing.
 *  A tab that is seen again asks for what it shows anew. */
function listenWhileSeen(take: (told: Told) => void, since: number): () => void {
  const stream = new Stream()
  const hearer = { postMessage: take }
  const look = (): void => (document.hidden ? stream.leave(hearer) : stream.welcome(hearer, Number.NaN))
  stream.welcome(hearer, since)
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    stream.leave(hearer)
  }
}

function taker(cache: QueryClient): (told: Told) => void {
  const due = new Map<string, ReturnType<typeof setTimeout>>()
  /** Rows of a run that goes on are asked for anew every two seconds at most; their order never changes. */
  const refresh = (run: string): void => {
    if (due.has(run)) return
    due.set(run, setTimeout(() => {
      due.delete(run)
      void cache.invalidateQueries({ queryKey: ['run', run, 'grid'] })
      void cache.invalidateQueries({ queryKey: ['run', run, 'cell'] })
    }, REFRESH_MS))
  }
  return (told) => {
    if (told.kind === 'state') cache.setQueryData(['feed'], told.data)
    else if (told.kind === 'back') {
      // Counts that were told before are old, and nobody can be asked for them anew.
      void cache.resetQueries({ queryKey: ['progress'] })
      void cache.invalidateQueries()
    } else if (told.kind === 'progress') {
      cache.setQueryData(['progress', told.data.run], told.data)
      refresh(told.data.run)
    } else {
      const { run_id: run } = told.data
      cache.setQueryData<Happened[]>(['happened'], (old = []) => [...old, told.data].slice(-KEPT))
      void cache.invalidateQueries({ queryKey: ['runs'] })
      if (run) void cache.invalidateQueries({ queryKey: ['run', run] })
      for (const kept of KEPT_BY[told.data.type] ?? []) void cache.invalidateQueries({ queryKey: [kept] })
      if (told.data.type === 'run.settled') void cache.invalidateQueries({ queryKey: ['costs'] })
    }
  }
}

const fed = { queryFn: () => Promise.reject(new Error('fed by the stream')), enabled: false, staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const
export const useProgress = (run: string) => useQuery<Progress>({ queryKey: ['progress', run], ...fed })
export const useHappened = () => useQuery<Happened[]>({ queryKey: ['happened'], ...fed })
export const useFeedState = () => useQuery<FeedState>({ queryKey: ['feed'], ...fed })
