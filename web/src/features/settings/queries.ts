import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { get, type House, type NewProvider, type Probe, type Provider, post, type Server } from '../../api/client'

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
export const useAddProvider = () => useWish((wish: NewProvider) => post<Provider>('/api/providers', wish))
export const useRemoveProvider = () => useWish((one: Provider) => post<Provider[]>(at(one.name, 'remove'), { seen: one.changed_at }))
export const useTestProvider = () => useMutation({ mutationFn: (name: string) => post<Probe>(at(name, 'test')) })
