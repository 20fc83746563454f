import { useState } from 'react'
import { useDraft } from '../../lib/draft'

/** A text that stands for something else. What cannot be read yet is not taken, but kept in this browser as it is typed. */
export function useUnread<T>(name: string, stored: string, read: (text: string) => T, take: (value: T) => void): { text: string; problem: string | null; write: (text: string) => void } {
  const draft = useDraft<string | null>(name, null)
  const [typed, type] = useState(() => draft.value ?? stored)
  const [problem, complain] = useState<string | null>(() => {
    try { read(typed); return null } catch (error) { return told(error) }
  })
  return {
    text: typed,
    problem,
    write: (text) => {
      type(text)
      try {
        const value = read(text)
        complain(null)
        draft.forget()
        take(value)
      } catch (error) {
        complain(told(error))
        draft.write(text)
      }
    },
  }
}

const told = (error: unknown): string => (error instanceof Error ? error.message : String(error))
