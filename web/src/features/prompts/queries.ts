import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { address, get, type Prompt, type PromptChange, type PromptVersion, post, type Review } from '../../api/client'

export interface Where { name: string; project: string | undefined }
const at = ({ name, project }: Where, rest: string): string => address(`/api/prompts/${encodeURIComponent(name)}/${rest}`, { project })

export const usePrompts = (project: string | undefined) => useQuery({ queryKey: ['prompts', project ?? ''], queryFn: ({ signal }) => get<Prompt[]>(address('/api/prompts', { project }), signal) })
export const useVersions = (where: Where) => useQuery({ queryKey: ['prompt', where.project ?? '', where.name, 'versions'], queryFn: ({ signal }) => get<PromptVersion[]>(at(where, 'versions'), signal) })
export const useChanges = (where: Where) => useQuery({ queryKey: ['prompt', where.project ?? '', where.name, 'changes'], queryFn: ({ signal }) => get<PromptChange[]>(at(where, 'changes'), signal) })

/** The review that a version was made of: what was suggested in it hunk by hunk, by whom, and on how many cases. */
export const useReviewOf = (where: Where, number: number) =>
  useQuery({
    queryKey: ['reviews', 'of', where.project ?? ''],
    queryFn: ({ signal }) => get<Review[]>(address('/api/reviews', { also_closed: true, project: where.project }), signal),
    select: (reviews) => reviews.find((one) => one.prompt === where.name && one.version === number) ?? null,
  })

export function useAdd(project: string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (wish: { name: string; text: string; is_mapping: boolean }) => post<PromptVersion>(address('/api/prompts', { project }), wish),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['prompts'] }),
  })
}

export interface Wish { number: number; what: 'restore' | 'promote' | 'revise'; body?: object }
/** Restore, mark as in use, or write a version; each is done once however often it is sent. */
export function useChange(where: Where) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ number, what, body }: Wish) => post<PromptVersion>(at(where, `versions/${number}/${what}`), body),
    onSuccess: () => Promise.all([cache.invalidateQueries({ queryKey: ['prompt'] }), cache.invalidateQueries({ queryKey: ['prompts'] })]),
  })
}
