import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Battery, type BatterySample, type Estimate, get, type NewBattery, post, type Run, type RunLines } from '../../api/client'

export interface Given { name: string; text: string; files: Record<string, string>; pictures?: Record<string, string>; sample: string | null }

export const useBatteryRuns = () => useQuery({ queryKey: ['runs', 'batteries'], queryFn: ({ signal }) => get<RunLines>('/api/runs?preset=battery&limit=200', signal) })
export const useSamples = () => useQuery({ queryKey: ['samples'], staleTime: Number.POSITIVE_INFINITY, queryFn: ({ signal }) => get<BatterySample[]>('/api/batteries/samples', signal) })
/** What a file holds: asked anew whenever it changes, and answered from memory where it did not. */
export const useChecked = (given: Given | null) => useQuery({ queryKey: ['checked', given], enabled: given !== null, retry: false, gcTime: 60_000, queryFn: () => post<Battery>('/api/batteries/check', given) })
export const useEstimate = () => useMutation({ mutationFn: (wish: NewBattery) => post<Estimate>('/api/batteries/estimate', wish) })
export function useStart() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ wish, key }: { wish: NewBattery; key: string }) => post<Run>('/api/batteries', wish, key),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['runs'] }),
  })
}
