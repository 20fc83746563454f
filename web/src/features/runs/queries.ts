import { keepPreviousData, queryOptions, useInfiniteQuery, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { address, type Cell, type Estimate, type GridPage, type GridRow, get, type NewRun, post, type Run, type RunLines, type Spine, type Tag } from '../../api/client'

export interface GridWish { outcome?: string; tag?: string; criterion?: string; failing?: string; apart?: string }
export const PAGE = 100

export const useRuns = (show: string | undefined, project: string | undefined) =>
  useInfiniteQuery({
    queryKey: ['runs', 'list', show ?? 'all', project ?? ''],
    queryFn: ({ signal, pageParam }) => get<RunLines>(address('/api/runs', { open: show === 'open' ? 'true' : show === 'ended' ? 'false' : undefined, project, before: pageParam }), signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })

export const useRun = (run: string) => useQuery({ queryKey: ['run', run, 'head'], queryFn: ({ signal }) => get<Run>(`/api/runs/${run}`, signal) })
export const useTags = (run: string) => useQuery({ queryKey: ['tags', run], staleTime: Number.POSITIVE_INFINITY, queryFn: ({ signal }) => get<Tag[]>(`/api/runs/${run}/tags`, signal) })

const wishOf = (wish: GridWish) => ({ outcome: wish.outcome, tag: wish.tag, criterion: wish.criterion, failing: wish.failing, apart: wish.apart })
export const keyOf = (wish: GridWish): string => address('', wishOf(wish))

export const useSpine = (run: string, wish: GridWish) =>
  useQuery({
    queryKey: ['run', run, 'grid', 'spine', keyOf(wish)],
    queryFn: ({ signal }) => get<Spine>(address(`/api/runs/${run}/grid/spine`, wishOf(wish)), signal),
    placeholderData: keepPreviousData,
  })

const pageOf = (run: string, wish: GridWish, page: number, first: number | undefined) =>
  queryOptions({
    queryKey: ['run', run, 'grid', 'page', keyOf(wish), page],
    gcTime: 60_000,
    enabled: page === 0 || first !== undefined,
    queryFn: ({ signal }) => get<GridPage>(address(`/api/runs/${run}/grid`, { ...wishOf(wish), first, limit: PAGE }), signal),
  })

/** The pages in sight. A page that leaves the window before it came is aborted by its signal. */
export function usePages(run: string, wish: GridWish, pages: number[], spine: Spine | undefined): { rows: Map<number, GridRow[]>; error: Error | null } {
  return useQueries({
    queries: pages.map((page) => pageOf(run, wish, page, spine?.cursors[page])),
    combine: (found) => {
      const rows = new Map<number, GridRow[]>()
      found.forEach((query, i) => {
        const page = pages[i]
        if (query.data && page !== undefined) rows.set(page, query.data.items)
      })
      return { rows, error: found.find((query) => query.error)?.error ?? null }
    },
  })
}

export const useCell = (run: string, number: string) =>
  useQuery({ queryKey: ['run', run, 'cell', number], queryFn: ({ signal }) => get<Cell>(`/api/runs/${run}/cells/${number}`, signal), placeholderData: keepPreviousData })

export type Move = 'pause' | 'resume' | 'cancel' | 'finish' | 'rerun'
export function useMove(run: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ move, budget }: { move: Move; budget?: number }) => post<Run>(`/api/runs/${run}/${move}`, move === 'resume' ? { budget_usd: budget ?? null } : undefined),
    onSuccess: (told) => {
      cache.setQueryData(['run', run, 'head'], told)
      cache.setQueryData(['progress', run], told.progress)
      void cache.invalidateQueries({ queryKey: ['runs'] })
    },
  })
}

export const useEstimate = () => useMutation({ mutationFn: (wish: NewRun) => post<Estimate>('/api/runs/estimate', wish) })
export function useStart() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ wish, key }: { wish: NewRun; key: string }) => post<Run>('/api/runs', wish, key),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['runs'] }),
  })
}
