import { useQuery } from '@tanstack/react-query'
import { address, get, type Project } from './client'

export const useProjects = (archived = false) => useQuery({ queryKey: ['projects', archived ? 'all' : 'open'], queryFn: ({ signal }) => get<Project[]>(address('/api/projects', { archived }), signal) })
