import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { address, get, post, type Review } from '../../api/client'

export type Decision = NonNullable<Review['hunks'][number]['review']>['decision']
export interface Decided { decision: Decision; hunk: number; text: string | null; note: string; seen: number }

export const useReviews = (all: boolean, project?: string) => useQuery({ queryKey: ['reviews', all ? 'all' : 'open', ...(project ? [project] : [])], queryFn: ({ signal }) => get<Review[]>(address('/api/reviews', { ...(project ? { project } : { everywhere: true }), also_closed: all }), signal) })
export const useReview = (id: string) => useQuery({ queryKey: ['review', id], queryFn: ({ signal }) => get<Review>(`/api/reviews/${encodeURIComponent(id)}`, signal) })

export function useDecide(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (wish: Decided) => post<Review>(`/api/reviews/${encodeURIComponent(id)}/decide`, wish),
    onSuccess: (told) => {
      cache.setQueryData(['review', id], told)
      void cache.invalidateQueries({ queryKey: ['reviews'] })
    },
    // What was refused was mostly decided by what is no longer so.
    onError: () => cache.invalidateQueries({ queryKey: ['review', id] }),
  })
}

export function useClose(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (seen: number) => post<Review>(`/api/reviews/${encodeURIComponent(id)}/close`, { seen }),
    onSuccess: (told) => {
      cache.setQueryData(['review', id], told)
      for (const kept of ['reviews', 'prompt', 'prompts']) void cache.invalidateQueries({ queryKey: [kept] })
    },
  })
}
