import { useMutation } from '@tanstack/react-query'
import { type Drafts, type Estimate, isUnheard, type NewDraft, post } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { useDrafts } from './queries'

/** What a model was asked to write: under which key, so that it is paid for once however often it is sent, and the run that came of it. */
interface Asked { key: string; wish: NewDraft | null; run: string | null }
const NOTHING: Asked = { key: '', wish: null, run: null }

export type Drafting = ReturnType<typeof useDrafting>

/** Have a model write: estimated first, started once. What was paid for stays at hand in this browser until it is taken or left. */
export function useDrafting(name: string) {
  const kept = useDraft<Asked>(`drafting ${name}`, NOTHING)
  const { key, wish, run } = kept.value
  const estimate = useMutation({ mutationFn: (wanted: NewDraft) => post<Estimate>('/api/drafts/estimate', wanted) })
  const start = useMutation({
    mutationFn: async (asked: Asked) => {
      kept.write(asked)
      try {
        const told = await post<Drafts>('/api/drafts', asked.wish, asked.key)
        kept.write({ ...asked, run: told.run })
        estimate.reset()
      } catch (error) {
        // Refused is never begun; whatever else was not heard may have been.
        if (!isUnheard(error)) kept.forget()
        throw error
      }
    },
  })
  const found = useDrafts(run)
  return {
    run,
    found,
    /** What is looked at, or was asked. */
    wanted: estimate.variables ?? wish,
    looked: estimate.data ?? null,
    isLooking: estimate.isPending,
    isGoing: start.isPending || (run !== null && !found.isError && (!found.data || found.data.state === 'running')),
    /** It was sent, and nobody heard whether it began. */
    isUnheard: wish !== null && run === null && !start.isPending,
    error: start.error ?? estimate.error,
    look: (wanted: NewDraft): void => { start.reset(); estimate.mutate(wanted) },
    begin: (wanted = estimate.variables): void => { if (wanted) start.mutate({ key: crypto.randomUUID(), wish: wanted, run: null }) },
    again: (): void => start.mutate({ key, wish, run: null }),
    /** What was looked at is not what is wanted any more. */
    reset: (): void => { start.reset(); estimate.reset() },
    leave: (): void => { start.reset(); estimate.reset(); kept.forget() },
  }
}
