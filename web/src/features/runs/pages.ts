import type { Progress, RunLine } from '../../api/client'

const FIRST = { entries: '/runs/$run/ranking', rounds: '/runs/$run/refinement', scan: '/runs/$run/scan', boards: '/runs/$run', cards: '/runs/$run', drafts: '/runs/$run', export: '/runs/$run' } as const

/** The page that shows what a run is about. */
export const pageOf = (shown: RunLine['shown_as']): (typeof FIRST)[RunLine['shown_as']] => FIRST[shown]

/** What a run is counted in: cells, or the pages of a scan and an export. */
export function countedOf(run: Pick<Progress, 'planned' | 'done' | 'pages' | 'pages_done'>): { done: number; planned: number; what: 'cell' | 'page' } {
  return run.pages > 0 ? { done: run.pages_done, planned: run.pages, what: 'page' } : { done: run.done, planned: run.planned, what: 'cell' }
}
