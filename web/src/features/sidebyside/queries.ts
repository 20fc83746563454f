import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { address, type BlindPair, type Cell, type GridPage, get, type Pairs, post, type Run } from '../../api/client'

export interface Two { run: string; one: number; other: number }
export type Preference = NonNullable<BlindPair['preference']>['preference']
export interface Found { preference: Preference; why_not: string | null; note: string; seen: number; reveal: boolean }
const at = ({ run, one, other }: Two, rest = ''): string => address(`/api/runs/${run}/pairs${rest}`, { one: String(one), other: String(other) })

export const useRun = (run: string) => useQuery({ queryKey: ['run', run, 'head'], queryFn: ({ signal }) => get<Run>(`/api/runs/${run}`, signal) })
export const usePairs = (two: Two) => useQuery({ queryKey: ['run', two.run, 'pairs', two.one, two.other], queryFn: ({ signal }) => get<Pairs>(at(two), signal) })
export const usePair = (two: Two, pair: number) => useQuery({ queryKey: ['run', two.run, 'pair', two.one, two.other, pair], queryFn: ({ signal }) => get<BlindPair>(at(two, `/${pair}`), signal) })

export function useJudge(two: Two, pair: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ found, key }: { found: Found; key: string }) => post<BlindPair>(at(two, `/${pair}`), found, key),
    onSuccess: (told) => {
      cache.setQueryData(['run', two.run, 'pair', two.one, two.other, pair], told)
      void cache.invalidateQueries({ queryKey: ['run', two.run, 'pairs'] })
    },
    // What was refused was mostly found by what is no longer so.
    onError: () => cache.invalidateQueries({ queryKey: ['run', two.run, 'pair', two.one, two.other, pair] }),
  })
}

export function useReveal(two: Two) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => post<Pairs>(at(two, '/reveal')),
    onSuccess: () => Promise.all(['pairs', 'pair'].map((kept) => cache.invalidateQueries({ queryKey: ['run', two.run, kept] }))),
  })
}

/** The cells of one case, and one of them whole. */
export const useRow = (run: string, position: number) => useQuery({ queryKey: ['run', run, 'grid', 'row', position], placeholderData: keepPreviousData, queryFn: ({ signal }) => get<GridPage>(address(`/api/runs/${run}/grid`, { first: String(position), limit: 1 }), signal) })
export const useCell = (run: string, number: number | undefined) => useQuery({ queryKey: ['run', run, 'cell', String(number)], enabled: number !== undefined, queryFn: ({ signal }) => get<Cell>(`/api/runs/${run}/cells/${number}`, signal) })
