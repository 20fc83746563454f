import { useQuery } from '@tanstack/react-query'
import { type Breakdown, get, type Results } from '../../api/client'

export const useResults = (run: string) => useQuery({ queryKey: ['run', run, 'results'], queryFn: ({ signal }) => get<Results>(`/api/runs/${run}/results`, signal) })
/** What takes going through every answer; the boards do not wait for it. */
export const useBreakdown = (run: string) => useQuery({ queryKey: ['run', run, 'breakdown'], queryFn: ({ signal }) => get<Breakdown>(`/api/runs/${run}/breakdown`, signal) })
