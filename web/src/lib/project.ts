import { useSyncExternalStore } from 'react'

const NAME = 'edison.project'
const told = new Set<() => void>()

/** Pages whose lists can be narrowed to one project; each has it in its address. What is kept shows what belongs to none where no project is named. */
export const NARROWED: Readonly<Record<string, string>> = { '/experiments': 'All projects', '/runs': 'All projects', '/reviews': 'All projects', '/prompts': 'Of no project', '/data': 'Of no project', '/parts': 'Of no project' }

/** The project that lists were narrowed to last, in this browser; empty for none. */
export const lastProject = (): string => localStorage.getItem(NAME) ?? ''

export function rememberProject(slug: string): void {
  if (slug === lastProject()) return
  if (slug) localStorage.setItem(NAME, slug)
  else localStorage.removeItem(NAME)
  for (const tell of told) tell()
}

/** What the address of a list has, where it is to be narrowed as the others are. */
export const narrowed = (to: string, project = lastProject()): { project?: string } => (project && to in NARROWED ? { project } : {})

/** The outside system is the storage of this browser, which other tabs write as well. */
export const useLastProject = (): string => useSyncExternalStore(listen, lastProject)

function listen(tell: () => void): () => void {
  told.add(tell)
  addEventListener('storage', tell)
  return () => { told.delete(tell); removeEventListener('storage', tell) }
}
