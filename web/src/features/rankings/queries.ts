import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Assignment, address, type Card, type Estimate, get, type NewAssignment, type NewRanking, post, put, type Run, type Scale } from '../../api/client'

export const useAssignments = (project: string | undefined) => useQuery({ queryKey: ['assignments', project ?? ''], queryFn: ({ signal }) => get<Assignment[]>(address('/api/assignments', { project }), signal) })
const assignmentAt = (name: string): string => `/api/assignments/${encodeURIComponent(name)}`
export function useKeepAssignment(project: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ name, wish }: { name: string; wish: NewAssignment }) => put<Assignment>(address(assignmentAt(name), { project }), wish),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['assignments'] }),
  })
}
export function useForgetAssignment(project: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (one: Assignment) => post<Assignment[]>(address(`${assignmentAt(one.name)}/remove`, { project }), { seen: one.revision }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['assignments'] }),
  })
}
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
