import { Button, Slider } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Drift as Measured, get, post, type Run } from '../../api/client'
import { count, score } from '../../lib/numbers'
import { Trouble } from '../../ui/Parts'
import css from './RunPage.module.css'

/** What findings become when the threshold moves: by cell, whether it passes. */
export type Moved = ReadonlyMap<number, boolean>

export const useDrift = (run: Run | undefined) => useQuery({ queryKey: ['run', run?.id, 'grid', 'drift'], enabled: run?.preset === 'battery', queryFn: ({ signal }) => get<Measured>(`/api/runs/${run?.id}/drift`, signal) })

/** The threshold as it was last held: no answer that passed lies beyond it. */
const heldAt = (drift: Measured): number => Math.max(0, ...drift.cells.filter((c) => c.passes).map((c) => c.drift))

export function useMoved(drift: Measured | undefined): { threshold: number | null; move: (to: number | null) => void; moved: Moved | undefined } {
  const [threshold, move] = useState<number | null>(null)
  const moved = useMemo(() => (drift && threshold !== null ? new Map(drift.cells.map((c) => [c.cell, c.passes_else && c.drift <= threshold])) : undefined), [drift, threshold])
  return { threshold, move, moved }
}

/** Moves findings in sight without asking anybody; they are kept only when somebody says so. */
export function DriftSlider({ run, drift, threshold, onMove }: { run: Run; drift: Measured; threshold: number | null; onMove: (to: number | null) => void }) {
  const cache = useQueryClient()
  const keep = useMutation({
    mutationFn: (to: number) => post<Run>(`/api/runs/${run.id}/drift`, { threshold: to }),
    onSuccess: () => { onMove(null); return cache.invalidateQueries({ queryKey: ['run', run.id] }) },
  })
  const at = threshold ?? heldAt(drift)
  const passing = drift.cells.filter((c) => (threshold === null ? c.passes : c.drift <= at) && c.passes_else).length
  return (
    <div className={css.drift} role="group" aria-label="Drift">
      <span id="drift">Drift, at most <b className="num">{score(at)}</b></span>
      <Slider className={css.slider ?? ''} size="sm" min={0} max={1} step={0.01} label={null} thumbLabel="Drift, at most" value={at} onChange={onMove} />
      <span className="muted num" role="status">{count(passing)} of {count(drift.cells.length)} answers pass{threshold === null ? '' : ' at this threshold'}</span>
      {threshold !== null && <><Button size="compact-xs" loading={keep.isPending} onClick={() => keep.mutate(threshold)}>Keep these findings</Button><Button size="compact-xs" variant="subtle" onClick={() => onMove(null)}>As it was</Button></>}
      {keep.isError && <Trouble error={keep.error} safe="The findings are as they were." />}
    </div>
  )
}
