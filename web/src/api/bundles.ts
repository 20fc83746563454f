import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Bundle, type Export, post, type Unbundled } from './client'

export interface SentBundle { name: string; content: string }

/** Write a project, or the runs of an experiment, into one file: a run of its own. The key goes with what was asked, and is another after it. */
export function useWriteBundle(whose: { project?: string | null; experiment?: string | null }) {
  const cache = useQueryClient()
  const key = useRef(crypto.randomUUID())
  return useMutation({
    mutationFn: () => post<Export>('/api/bundles/exports', whose, key.current),
    onSuccess: () => { key.current = crypto.randomUUID(); void cache.invalidateQueries({ queryKey: ['runs'] }) },
  })
}

export const useLookInto = () => useMutation({ mutationFn: (sent: SentBundle) => post<Bundle>('/api/bundles/look', sent) })

/** What comes in may be anything that pages show. */
export function useTakeIn() {
  const cache = useQueryClient()
  return useMutation({ mutationFn: (sent: SentBundle) => post<Unbundled>('/api/bundles', sent), onSuccess: () => void cache.invalidateQueries() })
}
