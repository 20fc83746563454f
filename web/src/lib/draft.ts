import { useState } from 'react'

const PREFIX = 'edison.draft.'

export const hasDraft = (name: string): boolean => localStorage.getItem(PREFIX + name) !== null

/** What somebody types, kept in this browser until it is sent: a refetch, a closed tab or a crash loses nothing. */
export function useDraft<T>(name: string, initial: T): { value: T; isKept: boolean; write: (value: T) => void; forget: () => void } {
  const [kept, keep] = useState<{ name: string; value: T | undefined }>(() => ({ name, value: read<T>(name) }))
  const value = kept.name === name ? kept.value : read<T>(name)
  if (kept.name !== name) keep({ name, value })
  return {
    value: value ?? initial,
    isKept: value !== undefined,
    write: (next) => {
      keep({ name, value: next })
      try {
        localStorage.setItem(PREFIX + name, JSON.stringify(next))
      } catch {
        // More than a browser keeps, such as a large file: it stays as long as the page does.
        localStorage.removeItem(PREFIX + name)
      }
    },
    forget: () => {
      localStorage.removeItem(PREFIX + name)
      keep({ name, value: undefined })
    },
  }
}

function read<T>(name: string): T | undefined {
  const text = localStorage.getItem(PREFIX + name)
  try {
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}
