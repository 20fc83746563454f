import { useState } from 'react'
import { isOpen, thisTab } from './tab'

const PREFIX = 'edison.draft.'
const NOT_KEPT = 'Too much for this browser to keep: it is here as long as this page is open'

/** What was typed, by the tab that kept it, and when. */
export interface Kept<T> { key: string; tab: string; value: T; at: number }

const keyOf = (name: string, tab: string): string => `${PREFIX}${tab} ${name}`

/** What is kept under a name: first by this tab, then by those that are gone, then by those that are open; the newest first. */
export function kept<T>(name: string): Kept<T>[] {
  const rank = (one: Kept<T>): number => (one.tab === thisTab() ? 0 : isOpen(one.tab) ? 2 : 1)
  return Object.keys(localStorage).flatMap((key) => read<T>(key, name)).sort((a, b) => rank(a) - rank(b) || b.at - a.at)
}

function read<T>(key: string, name: string): Kept<T>[] {
  const tab = key.slice(PREFIX.length, key.indexOf(' '))
  if (key !== keyOf(name, tab)) return []
  try {
    return [{ key, tab, ...JSON.parse(localStorage.getItem(key) ?? '') }]
  } catch {
    return []
  }
}

/** Every tab keeps its own, so that two of them never overwrite each other's; false where it is more than a browser keeps. */
export function keep(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(keyOf(name, thisTab()), JSON.stringify({ value, at: Date.now() }))
    return true
  } catch {
    return false
  }
}

export const forget = (name: string): void => localStorage.removeItem(keyOf(name, thisTab()))

/** Words that went on elsewhere, unless others were typed in their place since. */
export function drop(name: string, one: Kept<unknown>): void {
  if (read(one.key, name)[0]?.at === one.at) localStorage.removeItem(one.key)
}

export const hasDraft = (name: string): boolean => kept(name).length > 0

interface Draft<T> { name: string; value: T | undefined; from: Kept<T> | undefined; isKept: boolean }

/** What somebody types, kept in this browser until it is sent: a refetch, a closed tab, another tab or a crash loses nothing. */
export function useDraft<T>(name: string, initial: T): { value: T; isBegun: boolean; told: string; write: (value: T) => void; forget: () => void } {
  const [last, show] = useState(() => begin<T>(name))
  const draft = last.name === name ? last : begin<T>(name)
  if (draft !== last) show(draft)
  const isBegun = draft.value !== undefined
  return {
    value: draft.value ?? initial,
    isBegun,
    told: !isBegun ? '' : draft.isKept ? 'Kept in this browser' : NOT_KEPT,
    write: (value) => {
      const isKept = keep(name, value)
      // What a tab left that is gone goes on here.
      if (isKept && draft.from && !isOpen(draft.from.tab)) drop(name, draft.from)
      show({ ...draft, value, isKept })
    },
    forget: () => {
      forget(name)
      // Another tab's words are done with where they were sent as they were.
      if (draft.from && draft.value === draft.from.value) drop(name, draft.from)
      show({ name, value: undefined, from: undefined, isKept: true })
    },
  }
}

function begin<T>(name: string): Draft<T> {
  const [from] = kept<T>(name)
  return { name, value: from?.value, from, isKept: true }
}
