import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { address, type Drafts, type Experiment, type ExperimentChange, type ExperimentCheck, type ExperimentLine, get, type NewExperiment, patch, post, type Run, remove, type SomeCases, type Template } from '../../api/client'

export const at = (id: string): string => `/api/experiments/${encodeURIComponent(id)}`
export const useExperiments = (status: string | undefined, project: string | undefined) =>
  useQuery({ queryKey: ['experiments', 'list', status ?? '', project ?? ''], queryFn: ({ signal }) => get<ExperimentLine[]>(address('/api/experiments', project === undefined ? { status, everywhere: true } : { status, project }), signal) })
/** The writer copies it once; what comes later never touches a field that was edited. */
export const useExperiment = (id: string) => useQuery({ queryKey: ['experiments', 'one', id], queryFn: ({ signal }) => get<Experiment>(at(id), signal) })
export const useTemplates = () => useQuery({ queryKey: ['templates'], staleTime: Number.POSITIVE_INFINITY, queryFn: ({ signal }) => get<Template[]>('/api/templates', signal) })

function useWish<W, T>(send: (wish: W) => Promise<T>) {
  const cache = useQueryClient()
  return useMutation({ mutationFn: send, onSuccess: () => void cache.invalidateQueries({ queryKey: ['experiments'] }) })
}
export const useAdd = (project?: string) => useWish((wish: NewExperiment) => post<Experiment>(address('/api/experiments', { project }), wish))
export const useChange = (id: string) => useWish((wish: ExperimentChange) => patch<Experiment>(at(id), wish))
export const useRemove = (id: string) => useWish((seen: number) => remove(address(at(id), { seen: String(seen) })))
export type How = 'run' | 'refine'
export const useCheck = (id: string) => useMutation({ mutationFn: ({ how, some }: { how: How; some: SomeCases }) => post<ExperimentCheck>(`${at(id)}/check`, { how, ...some }) })
export const useStart = (id: string) => useWish(({ how, some, key }: { how: How; some: SomeCases; key: string }) => post<Run>(`${at(id)}/runs`, { how, ...some }, key))

const LOOK_MS = 700
export const useDrafts = (run: string | null) =>
  useQuery<Drafts>({
    queryKey: ['drafts', run],
    enabled: run !== null,
    refetchInterval: (query) => (query.state.data && query.state.data.state !== 'running' ? false : LOOK_MS),
    queryFn: ({ signal }) => get<Drafts>(`/api/drafts/${run}`, signal),
  })
