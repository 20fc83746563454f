import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Assignment, address, type Dataset, type ExperimentLine, get, type NewProject, type Project, type ProjectChange, type Prompt, post, type Review, type Spending } from '../../api/client'

/** Everything that is kept in a project. */
export const useHeld = (project: string) =>
  useQuery({
    queryKey: ['projects', 'held', project],
    queryFn: async ({ signal }) => {
      const [prompts, datasets, assignments, experiments] = await Promise.all([
        get<Prompt[]>(address('/api/prompts', { project }), signal),
        get<Dataset[]>(address('/api/datasets', { project }), signal),
        get<Assignment[]>(address('/api/assignments', { project }), signal),
        get<ExperimentLine[]>(address('/api/experiments', { project, archived: true }), signal),
      ])
      return { prompts: prompts.map((one) => one.name), datasets: datasets.map((one) => one.name), assignments: assignments.map((one) => one.name), experiments: experiments.map((one) => one.name) }
    },
  })
export type Held = NonNullable<ReturnType<typeof useHeld>['data']>

/** What goes on in a project, what waits for a person in it, and what it cost. */
export const useWork = (project: string) =>
  useQuery({
    queryKey: ['experiments', 'work', project],
    queryFn: async ({ signal }) => {
      const [experiments, reviews, costs] = await Promise.all([
        get<ExperimentLine[]>(address('/api/experiments', { project }), signal),
        get<Review[]>(address('/api/reviews', { project }), signal),
        get<Spending[]>('/api/costs', signal),
      ])
      const mine = costs.filter((one) => one.project === project)
      return { experiments, reviews, known: mine.reduce((sum, one) => sum + one.spent_usd, 0), unknown: mine.reduce((sum, one) => sum + one.unknown, 0) }
    },
  })

/** Lists are renewed without being waited for: a page of what was renamed or deleted leads on before it is taken away. */
function useWish<W, T>(send: (wish: W) => Promise<T>) {
  const cache = useQueryClient()
  return useMutation({ mutationFn: send, onSuccess: () => void cache.invalidateQueries({ queryKey: ['projects'] }) })
}
const at = (project: string, what: string): string => `/api/projects/${encodeURIComponent(project)}/${what}`

export const useAdd = () => useWish((wish: NewProject) => post<Project>('/api/projects', wish))
export const useChange = (project: string) => useWish((wish: Partial<ProjectChange> & { seen: number }) => post<Project>(at(project, 'change'), wish))
export const useRemove = (project: string) => useWish((wish: { seen: number; with_runs: boolean }) => post<Project[]>(at(project, 'remove'), wish))
