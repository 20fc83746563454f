import { useCallback, useEffect, useRef, useState } from 'react'
import { type Experiment, get, patch, Problem } from '../../api/client'
import { drop as dropLeft } from '../../lib/draft'
import type { Written } from './definition'
import { forget, keep, type Left, type Place } from './kept'
import { at } from './queries'

const PAUSE_MS = 800
const AGAIN_MS = 5000

export type Saved = { kind: 'saved'; at: Date | null } | { kind: 'saving' } | { kind: 'kept'; why: string; isKept: boolean } | { kind: 'conflict'; theirs: Experiment }
export interface Writing { value: Written; taken: number; saved: Saved; change: (next: (now: Written) => Written) => void; flush: () => Promise<boolean>; keepMine: () => void; takeTheirs: () => void; left: Left | null; takeLeft: () => void; leaveLeft: () => void }

/** The name stands once, beside the definition. */
function writtenIn({ name, definition, files }: Experiment): Written {
  const { name: _, ...rest } = definition
  return { name, definition: rest, files }
}

/**
 * What somebody writes of an experiment. It is copied once from the server and never overwritten from there; every key is
 * kept in this browser at once and on the server soon after, by the revision that was seen. The outside systems are the
 * server, this browser's storage and the page's going away.
 */
export function useWriting(stored: Experiment, { name, first, others }: Place): Writing {
  const id = stored.id
  const [value, show] = useState<Written>(() => first?.value ?? writtenIn(stored))
  const [saved, tell] = useState<Saved>(first ? { kind: 'kept', why: 'not stored yet', isKept: true } : { kind: 'saved', at: null })
  const [taken, take] = useState(0)
  const [left, leaveBehind] = useState(others)
  const now = useRef(value)
  const seen = useRef(first?.seen ?? stored.revision)
  const isDirty = useRef(first !== null)
  const isKept = useRef(true)
  const under = useRef<Promise<boolean> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isStopped = useRef(false)

  const send = useCallback(async (isLeaving: boolean): Promise<boolean> => {
    if (isStopped.current) return false
    const sent = now.current
    isDirty.current = false
    tell({ kind: 'saving' })
    try {
      const told = await patch<Experiment>(at(id), { seen: seen.current, ...sent }, isLeaving)
      seen.current = told.revision
      if (isDirty.current) isKept.current = keep(name, seen.current, now.current)
      else forget(name)
      tell({ kind: 'saved', at: new Date() })
      return true
    } catch (error) {
      isDirty.current = true
      if (error instanceof Problem && error.code === 'experiment_edited') {
        const theirs = await get<Experiment>(at(id))
        // Another tab was given the same words.
        if (JSON.stringify(writtenIn(theirs)) === JSON.stringify(sent)) {
          seen.current = theirs.revision
          return send(isLeaving)
        }
        isStopped.current = true
        tell({ kind: 'conflict', theirs })
      } else tell({ kind: 'kept', why: error instanceof Error ? error.message : String(error), isKept: isKept.current })
      return false
    }
  }, [id, name])

  /** One save at a time; what was typed meanwhile follows it. */
  const flush = useCallback(async (isLeaving = false): Promise<boolean> => {
    clearTimeout(timer.current)
    if (under.current) await under.current
    if (!isDirty.current) return !isStopped.current
    under.current = send(isLeaving)
    const done = await under.current
    under.current = null
    if (!done && !isStopped.current) timer.current = setTimeout(() => void flush(), AGAIN_MS)
    return done
  }, [send])

  const change = useCallback((next: (now: Written) => Written): void => {
    now.current = next(now.current)
    isDirty.current = true
    isKept.current = keep(name, seen.current, now.current)
    show(now.current)
    if (isStopped.current) return
    tell({ kind: 'kept', why: '', isKept: isKept.current })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), PAUSE_MS)
  }, [name, flush])

  useEffect(() => {
    const leave = (): void => { if (document.visibilityState === 'hidden' && isDirty.current) void flush(true) }
    const back = (): void => { if (isDirty.current) void flush() }
    const rest = (): void => { if (isDirty.current) void flush() }
    if (isDirty.current) void flush()
    document.addEventListener('visibilitychange', leave)
    addEventListener('pagehide', leave)
    addEventListener('online', back)
    addEventListener('focusout', rest)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      removeEventListener('pagehide', leave)
      removeEventListener('online', back)
      removeEventListener('focusout', rest)
      if (isDirty.current) void flush()
    }
  }, [flush])

  const settle = (theirs: Experiment): void => { seen.current = theirs.revision; isStopped.current = false }
  const drop = (): void => { if (left[0]) dropLeft(name, left[0]); leaveBehind(left.slice(1)) }
  return {
    value,
    taken,
    saved,
    change,
    flush: () => flush(),
    keepMine: () => { if (saved.kind === 'conflict') { settle(saved.theirs); isDirty.current = true; void flush() } },
    takeTheirs: () => {
      if (saved.kind !== 'conflict') return
      settle(saved.theirs)
      now.current = writtenIn(saved.theirs)
      isDirty.current = false
      forget(name)
      show(now.current)
      take((times) => times + 1)
      tell({ kind: 'saved', at: null })
    },
    left: left[0] ?? null,
    takeLeft: () => { const words = left[0]?.value.value; if (words) { change(() => words); take((times) => times + 1) } drop() },
    leaveLeft: drop,
  }
}
