import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { address, get, type Part, type PartKind, post, put } from '../../api/client'

export const CALLED: Record<PartKind, string> = { rubric: 'Rubrics', judge: 'Judges', model: 'Models' }
const at = (kind: PartKind, name: string): string => `/api/parts/${kind}/${encodeURIComponent(name)}`

export const useParts = (kind: PartKind | undefined, project: string | undefined, inactive = false) =>
  useQuery({ queryKey: ['parts', kind ?? '', project ?? '', inactive], queryFn: ({ signal }) => get<Part[]>(address('/api/parts', { kind, project, inactive }), signal) })
export const usePartVersions = (kind: PartKind, name: string, project: string | undefined) =>
  useQuery({ queryKey: ['parts', 'versions', kind, name, project ?? ''], queryFn: ({ signal }) => get<Part[]>(address(at(kind, name), { project }), signal) })

export interface NewPart { kind: PartKind; name: string; value: unknown; note: string; newest: number }
export function useKeepPart(project: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, name, ...wish }: NewPart) => put<Part>(address(at(kind, name), { project }), wish),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['parts'] }),
  })
}
export function useActivity(project: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, name, is_active }: { kind: PartKind; name: string; is_active: boolean }) => post<Part>(address(`${at(kind, name)}/activity`, { project }), { is_active }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['parts'] }),
  })
}
