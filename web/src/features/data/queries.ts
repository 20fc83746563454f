import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { address, type CasePage, type Dataset, get, type NewDataset, post } from '../../api/client'

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
    mutationFn: (wish: NewDataset) => post<Dataset>(address('/api/datasets', { project }), wish),
    onSuccess: () => Promise.all(renewed.map((kept) => cache.invalidateQueries({ queryKey: [kept] }))),
  })
}

/** Split or approve a version; both make the next one. */
export function useNext(where: Where) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ what, body }: { what: 'split' | 'approve'; body: { version: number; cases?: string[] } }) => post<Dataset>(address(at(where, what), { project: where.project }), body),
    onSuccess: () => Promise.all(renewed.map((kept) => cache.invalidateQueries({ queryKey: [kept] }))),
  })
}
