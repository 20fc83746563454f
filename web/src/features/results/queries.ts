import { useQuery } from '@tanstack/react-query'
import { get, type Results } from '../../api/client'

export const useResults = (run: string) => useQuery({ queryKey: ['run', run, 'results'], queryFn: ({ signal }) => get<Results>(`/api/runs/${run}/results`, signal) })
