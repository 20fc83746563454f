import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { get, type House, type NewProvider, type Probe, type Provider, type ProviderChange, patch, post, type Server } from '../../api/client'

export const useHouse = () => useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => get<House>('/api/settings', signal) })
/** Every look asks all of them, so they are asked when somebody wants to know and not before. */
export const useServers = () => useQuery({ queryKey: ['servers'], staleTime: 60_000, queryFn: ({ signal }) => get<Server[]>('/api/servers', signal) })

function useWish<W, T>(send: (wish: W) => Promise<T>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ['settings'] })
      void cache.invalidateQueries({ queryKey: ['servers'] })
    },
  })
}
const at = (name: string, what: string): string => `/api/providers/${encodeURIComponent(name)}/${what}`
/** A new one, or what is to be otherwise of one that was seen. */
export const useKeepProvider = () => useWish(({ name, ...wish }: NewProvider & Partial<Pick<ProviderChange, 'seen'>>) => (wish.seen === undefined ? post<Provider>('/api/providers', { name, ...wish }) : patch<Provider>(`/api/providers/${encodeURIComponent(name)}`, wish)))
export const useRemoveProvider = () => useWish((one: Provider) => post<Provider[]>(at(one.name, 'remove'), { seen: one.changed_at }))
export const useTestProvider = () => useMutation({ mutationFn: (name: string) => post<Probe>(at(name, 'test')) })
