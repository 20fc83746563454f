import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { address, type CasePage, type Coverage, type Dataset, type Drafts, type EditedCase, type Failing, get, type NewDataset, type NewDraft, type NewTable, post, type RunLines, type TableColumns } from '../../api/client'

export interface Where { name: string; project: string | undefined }
export const PAGE = 50
const at = ({ name }: Where, rest: string): string => `/api/datasets/${encodeURIComponent(name)}/${rest}`

export const useDatasets = (project: string | undefined) => useQuery({ queryKey: ['datasets', project ?? ''], queryFn: ({ signal }) => get<Dataset[]>(address('/api/datasets', { project }), signal) })
export const useVersions = (where: Where) => useQuery({ queryKey: ['dataset', where.project ?? '', where.name, 'versions'], queryFn: ({ signal }) => get<Dataset[]>(address(at(where, 'versions'), { project: where.project }), signal) })
export const useCases = (where: Where, version: number | undefined, first: number) =>
  useQuery({
    queryKey: ['dataset', where.project ?? '', where.name, 'cases', version ?? 0, first],
    enabled: version !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => get<CasePage>(address(at(where, 'cases'), { version, first, limit: PAGE, project: where.project }), signal),
  })
export const exportOf = (where: Where, version: number): string => address(at(where, 'export'), { version, project: where.project })

const renewed = ['datasets', 'dataset']
export function useImport(project: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ isParquet, ...wish }: (NewDataset | NewTable) & { isParquet: boolean }) => post<Dataset>(address(isParquet ? '/api/datasets/parquet' : '/api/datasets', { project }), wish),
    onSuccess: () => Promise.all(renewed.map((kept) => cache.invalidateQueries({ queryKey: [kept] }))),
  })
}

/** What the columns of a Parquet file are called; only the server can read one. */
export const useColumns = () => useMutation({ mutationFn: (wish: { file: string; content: string }) => post<TableColumns>('/api/datasets/parquet/columns', wish) })

/** Split or approve a version; both make the next one. */
export function useNext(where: Where) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ what, body }: { what: 'split' | 'approve'; body: { version: number; cases?: string[] } }) => post<Dataset>(address(at(where, what), { project: where.project }), body),
    onSuccess: () => Promise.all(renewed.map((kept) => cache.invalidateQueries({ queryKey: [kept] }))),
  })
}

/** Take what a run has taught; it is the next version. */
export function useFromRun(where: Where) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ what, body }: { what: 'corrections' | 'separating'; body: object }) => post<Dataset>(address(at(where, what), { project: where.project }), body),
    onSuccess: () => Promise.all(renewed.map((kept) => cache.invalidateQueries({ queryKey: [kept] }))),
  })
}

export const useCoverage = (where: Where, version: number, enabled: boolean) => useQuery({ queryKey: ['dataset', where.project ?? '', where.name, 'coverage', version], enabled, queryFn: ({ signal }) => get<Coverage>(address(at(where, 'coverage'), { version, project: where.project }), signal) })

const MOST_RUNS = 100
export const useEndedRuns = (enabled: boolean) => useQuery({ queryKey: ['runs', 'ended', MOST_RUNS], enabled, queryFn: ({ signal }) => get<RunLines>(address('/api/runs', { open: 'false', limit: MOST_RUNS }), signal), select: (found) => found.items.filter((one) => one.cases > 0) })
export const useFailing = (run: string | null) => useQuery({ queryKey: ['failing', run], enabled: run !== null, queryFn: ({ signal }) => get<Failing>(`/api/runs/${run}/failing`, signal) })

/** One case written anew; it is the next version. */
export function useEdit(where: Where) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (wish: EditedCase) => post<Dataset>(address(at(where, 'edit'), { project: where.project }), wish),
    onSuccess: () => Promise.all(renewed.map((kept) => cache.invalidateQueries({ queryKey: [kept] }))),
  })
}

const MOST_READ = 500
/** How a case reads in the newest version, for whoever was too late. */
export const useCaseNow = (where: Where, name: string, enabled: boolean) =>
  useQuery({
    queryKey: ['dataset', where.project ?? '', where.name, 'now', name],
    enabled,
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      for (let first = 0; ; first += MOST_READ) {
        const page = await get<CasePage>(address(at(where, 'cases'), { first: String(first), limit: MOST_READ, project: where.project }), signal)
        const found = page.cases.find((one) => one.id === name)
        if (found || first + MOST_READ >= page.dataset.cases) return { version: page.dataset.version, found: found ?? null }
      }
    },
  })

export const useGenerate = () => useMutation({ mutationFn: ({ wish, key }: { wish: NewDraft; key: string }) => post<Drafts>('/api/drafts', wish, key) })
