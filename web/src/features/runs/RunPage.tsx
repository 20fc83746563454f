import { Select, Switch } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import { wordOf } from '../../ui/Outcome'
import { Bones } from '../../ui/Parts'
import { CellPanel } from './CellPanel'
import { DriftSlider, useDrift, useMoved } from './Drift'
import { Grid } from './Grid'
import { useRun, useSpine, useTags } from './queries'
import { Written } from './Written'
import css from './RunPage.module.css'

const Exported = lazy(() => import('./Exported'))
const route = getRouteApi('/runs/$run/')
/** More than one step on a scale of five. */
const APART = '0.3'
const OUTCOMES = ['ok', 'refused', 'filtered', 'truncated', 'empty', 'unfinished', 'failed', 'pending', 'cancelled'].map((value) => ({ value, label: wordOf(value) }))

export default function RunPage() {
  const { run: id } = route.useParams()
  const search = route.useSearch()
  const go = route.useNavigate()
  const run = useRun(id)
  // The grid does not wait for the head of the page: counting a large run takes seconds.
  const coming = useSpine(id, search).isPending
  const tags = useTags(id)
  const set = useCallback(
    (change: Record<string, string | undefined>) => void go({ search: (old) => Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, v]) => v !== undefined)), replace: true }),
    [go],
  )
  const open = useCallback((cell: number) => set({ cell: String(cell) }), [set])
  const close = useCallback(() => set({ cell: undefined }), [set])
  const criteria = run.data?.criteria ?? []
  const drift = useDrift(run.data).data
  const { threshold, move, moved } = useMoved(drift)
  if (run.data?.shown_as === 'drafts') return <Written run={id} />
  if (run.data?.shown_as === 'export') return <Suspense fallback={<Bones lines={3} />}><Exported run={run.data} /></Suspense>
  return (
    <>
      <div className={css.filters}>
        <Select size="xs" w={160} aria-label="Outcome" placeholder="All outcomes" clearable data={OUTCOMES} value={search.outcome ?? null} onChange={(v) => set({ outcome: v ?? undefined })} />
        {(tags.data?.length ?? 0) > 0 && <Select size="xs" w={170} aria-label="Tag" placeholder="All tags" clearable searchable data={(tags.data ?? []).map((t) => ({ value: t.tag, label: `${t.tag} (${t.cases})` }))} value={search.tag ?? null} onChange={(v) => set({ tag: v ?? undefined })} />}
        {criteria.length > 0 && <Select size="xs" w={180} aria-label="Weak in" placeholder="Weak in anything" clearable data={criteria.map((c) => ({ value: c.name, label: `Weak in ${c.name}` }))} value={search.criterion ?? null} onChange={(v) => set({ criterion: v ?? undefined })} />}
        {(run.data?.checks_made.length ?? 0) > 0 && <Switch size="xs" label="Failed a check" checked={search.failing === 'true'} onChange={(e) => set({ failing: e.currentTarget.checked ? 'true' : undefined })} />}
        {(run.data?.judges.length ?? 0) > 1 && <Switch size="xs" label="Judges disagree" checked={search.apart !== undefined} onChange={(e) => set({ apart: e.currentTarget.checked ? APART : undefined })} />}
        <span className={css.hint}><kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd> move <kbd>Enter</kbd> open <kbd>?</kbd> all keys</span>
      </div>
      {run.data && drift && drift.cells.length > 0 && <DriftSlider run={run.data} drift={drift} threshold={threshold} onMove={move} />}
      <div className={css.body}>
        {coming && <div className={css.bones}><Bones lines={14} /></div>}
        <Grid run={id} search={search} moved={moved} onOpen={open} />
        {search.cell !== undefined && run.data && <CellPanel run={run.data} cell={search.cell} onClose={close} />}
      </div>
    </>
  )
}
