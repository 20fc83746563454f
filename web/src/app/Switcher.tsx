import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useProjects } from '../api/projects'
import { NARROWED, rememberProject, useLastProject } from '../lib/project'
import css from './Shell.module.css'

/** Narrows all lists to one project. A list has it in its address, which wins; elsewhere it is remembered, and the page stays as it is. */
export function Switcher() {
  const go = useNavigate()
  const found = useProjects().data
  const projects = found ?? []
  const last = useLastProject()
  const { pathname, search } = useLocation()
  const inAddress = (search as { project?: string }).project ?? ''
  const isList = pathname in NARROWED
  // The outside system is the storage of this browser: whoever opens a list, by a link or by Back, has chosen what lists show.
  useEffect(() => { if (isList) rememberProject(inAddress) }, [isList, inAddress])
  // One that was deleted, renamed or archived since is none that lists could be narrowed to.
  const isGone = found !== undefined && last !== '' && !found.some((one) => one.slug === last)
  useEffect(() => { if (isGone && !isList) rememberProject('') }, [isGone, isList])
  const chosen = isList ? inAddress : last
  if (projects.length === 0 && !chosen) return null
  const choose = (slug: string): void => {
    rememberProject(slug)
    if (isList) void go({ to: pathname, search: Object.fromEntries(Object.entries({ ...search, project: slug }).filter(([, value]) => value)), replace: true })
  }
  return (
    <select className={css.switcher} aria-label="Show lists of" title="Narrows all lists to one project" value={chosen} onChange={(e) => choose(e.currentTarget.value)}>
      <option value="">{NARROWED[pathname] ?? 'All projects'}</option>
      {projects.map((one) => <option key={one.slug} value={one.slug}>{one.name}</option>)}
      {chosen && !projects.some((one) => one.slug === chosen) && <option value={chosen}>{chosen}</option>}
    </select>
  )
}
