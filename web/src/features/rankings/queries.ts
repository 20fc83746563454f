import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Assignment, address, type Card, type Estimate, get, type NewRanking, post, type Run, type Scale } from '../../api/client'

export const useAssignments = (project: string | undefined) => useQuery({ queryKey: ['assignments', project ?? ''], queryFn: ({ signal }) => get<Assignment[]>(address('/api/assignments', { project }), signal) })
export const useScales = () => useQuery({ queryKey: ['scales'], staleTime: Number.POSITIVE_INFINITY, queryFn: ({ signal }) => get<Scale[]>('/api/scales', signal) })
export const useCards = () => useQuery({ queryKey: ['judges'], queryFn: ({ signal }) => get<Card[]>('/api/judges', signal) })

export const useEstimate = () => useMutation({ mutationFn: (wish: NewRanking) => post<Estimate>('/api/rankings/estimate', wish) })
export function useStart() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ wish, key }: { wish: NewRanking; key: string }) => post<Run>('/api/rankings', wish, key),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['runs'] }),
  })
}
