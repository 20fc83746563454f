import { SegmentedControl, Select } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Run } from '../../api/client'
import { Bones, EmptyState, parts, Trouble } from '../../ui/Parts'
import { Blind } from './Blind'
import { Named } from './Named'
import { usePairs, useRun } from './queries'
import css from './SideBySidePage.module.css'

const route = getRouteApi('/runs/$run/side-by-side')
const MODES = [{ value: 'blind', label: 'Without names' }, { value: 'named', label: 'With names' }]

/** Two answers to the same case, or two texts: blind unless somebody wants the names. */
export default function SideBySidePage() {
  const { run } = route.useParams()
  const found = useRun(run)
  if (found.isLoadingError) return <div className={parts.page}><Trouble error={found.error} retry={() => void found.refetch()} /></div>
  if (!found.data) return <div className={parts.page}><div className="card"><Bones /></div></div>
  const isTexts = found.data.shown_as === 'entries'
  if (!isTexts && found.data.columns.length < 2) return <div className={parts.page}><EmptyState title="There is only one to look at">Answers are compared where a run has two versions or two arms at least.</EmptyState></div>
  return <Shown run={found.data} isTexts={isTexts} />
}

const number = (text: string | undefined, usual: number, most: number): number => Math.min(Math.max(0, Number.isFinite(Number(text ?? 'x')) ? Math.floor(Number(text)) : usual), Math.max(0, most))

function Shown({ run, isTexts }: { run: Run; isTexts: boolean }) {
  const search = route.useSearch()
  const go = route.useNavigate()
  const last = run.columns.length - 1
  const one = isTexts ? 0 : number(search.left, 0, last)
  const other = isTexts ? 1 : number(search.right, one === 1 ? 0 : 1, last)
  const two = { run: run.id, one, other: other === one ? (one === 0 ? 1 : 0) : other }
  const pairs = usePairs(two)
  // Where somebody began stays in sight when its finding is stored.
  const [begun, begin] = useState<number | null>(null)
  if (begun === null && pairs.data) begin(pairs.data.next ?? 0)
  const set = (change: Record<string, string | undefined>): void => void go({ search: (old) => Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, v]) => v !== undefined)), replace: true })
  if (pairs.isLoadingError) return <div className={css.page}><Trouble error={pairs.error} retry={() => void pairs.refetch()} /></div>
  if (!pairs.data) return <div className={css.page}><div className="card"><Bones /></div></div>
  if (pairs.data.total === 0) return <div className={css.page}><EmptyState title="There are no two to compare yet">They stand here side by side as soon as both are answered.</EmptyState></div>
  const at = number(search.case, begun ?? 0, pairs.data.total - 1)
  const open = (pair: number): void => set({ case: String(Math.min(Math.max(0, pair), pairs.data.total - 1)) })
  const isNamed = !isTexts && search.mode === 'named'
  const names = run.columns.map((c, i) => ({ value: String(i), label: run.columns[0]?.version === run.columns.at(-1)?.version ? c.name : `${c.name}, version ${c.version}` }))
  return (
    <div className={css.page}>
      <div className={css.bar}>
        <h2>{isTexts ? 'Which text is better?' : isNamed ? 'Side by side' : 'Which answer is better?'}</h2>
        {!isTexts && <><Select size="xs" w={200} aria-label="One of the two" data={names.filter((n) => n.value !== String(two.other))} value={String(two.one)} allowDeselect={false} onChange={(v) => set({ left: v ?? undefined })} /><Select size="xs" w={200} aria-label="The other one" data={names.filter((n) => n.value !== String(two.one))} value={String(two.other)} allowDeselect={false} onChange={(v) => set({ right: v ?? undefined })} /><SegmentedControl size="xs" aria-label="Names" data={MODES} value={isNamed ? 'named' : 'blind'} onChange={(v) => set({ mode: v === 'named' ? 'named' : undefined })} /></>}
      </div>
      {isNamed ? <Named key={at} run={run} two={two} at={at} total={pairs.data.total} against={search.against} onMove={open} onAgainst={(v) => set({ against: v })} /> : <Blind key={`${at} ${two.one} ${two.other}`} two={two} at={at} pairs={pairs.data} isTexts={isTexts} goal={run.goal} against={search.against} onMove={open} onAgainst={(v) => set({ against: v })} />}
    </div>
  )
}
