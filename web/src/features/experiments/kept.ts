import { useEffect, useState } from 'react'
import type { Written } from './definition'

const PREFIX = 'edison.draft.experiment '
const TAB = 'edison.tab'
const PATIENCE_MS = 1000

/** What is not stored yet, by which revision it was written, and when. */
export interface Kept { seen: number; value: Written; at: number }
export interface Left { key: string; kept: Kept }
/** Where a tab keeps what it writes of an experiment, with what was kept there, and what tabs that are gone left elsewhere. */
export interface Place { key: string; first: Kept | null; others: Left[] }

export function keep(key: string, seen: number, value: Written): void {
  try {
    localStorage.setItem(key, JSON.stringify({ seen, value, at: Date.now() } satisfies Kept))
  } catch {
    // More than a browser keeps: the server has it within a second.
    localStorage.removeItem(key)
  }
}
export const forget = (key: string): void => localStorage.removeItem(key)

function read(key: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** Hold a name as long as the page lives; gives how to let it go, or null where another tab holds it. */
function hold(name: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    const held = (): Promise<void> => new Promise((release) => resolve(release))
    navigator.locks.request(name, { signal: AbortSignal.timeout(PATIENCE_MS) }, held).catch(() => resolve(null))
  })
}

/** A tab that was duplicated has the other one's name, and gets a new one. */
async function nameTab(place: (tab: string) => string): Promise<[string, () => void]> {
  const known = sessionStorage.getItem(TAB)
  const held = known === null ? null : await hold(place(known))
  if (known !== null && held) return [known, held]
  const made = crypto.randomUUID()
  sessionStorage.setItem(TAB, made)
  return [made, (await hold(place(made))) ?? (() => undefined)]
}

const same = (one: Written, other: Written): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What this tab kept, or else what the last one left that is gone; of a tab that is open nothing is touched. */
async function takePlace(id: string): Promise<[Place, () => void]> {
  const place = (tab: string): string => `${PREFIX}${id} ${tab}`
  const [tab, leave] = await nameTab(place)
  const key = place(tab)
  const open = new Set((await navigator.locks.query()).held?.map((lock) => lock.name))
  const found = Object.keys(localStorage).filter((one) => one.startsWith(PREFIX + id) && (one === key || !open.has(one))).flatMap((one): Left[] => {
    const kept = read(one)
    return kept ? [{ key: one, kept }] : []
  })
  const [first, ...rest] = found.sort((a, b) => Number(b.key === key) - Number(a.key === key) || (b.kept.at ?? 0) - (a.kept.at ?? 0))
  if (first && first.key !== key) {
    keep(key, first.kept.seen, first.kept.value)
    forget(first.key)
  }
  const others = rest.filter((one) => first && !same(one.kept.value, first.kept.value))
  for (const one of rest) if (!others.includes(one)) forget(one.key)
  return [{ key, first: first?.kept ?? null, others }, leave]
}

/** A place of its own for every tab: two of them never overwrite what the other kept. The outside system is this browser's storage and its locks. */
export function usePlace(id: string): Place | null {
  const [place, take] = useState<Place | null>(null)
  useEffect(() => {
    let leave: (() => void) | null = null
    let isGone = false
    void takePlace(id).then(([taken, letGo]) => {
      if (isGone) return letGo()
      leave = letGo
      take(taken)
    })
    return () => { isGone = true; leave?.() }
  }, [id])
  return place
}
