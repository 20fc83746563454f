import { Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Cell, get, type Labels as All, type NewLabel, post, type Run } from '../../api/client'
import { useEffect, useRef } from 'react'
import { useDraft } from '../../lib/draft'
import { areLettersOn, isTyping } from '../../lib/keys'
import { score, who } from '../../lib/numbers'
import { parts, When } from '../../ui/Parts'
import css from './CellPanel.module.css'

type Label = All['labels'][number]
const ME = 'usr_local'
const QUICK = [['pass', 'Pass'], ['fail', 'Fail']] as const

/** What people say of an output: each says one thing, may change it, and all of it is kept. */
export function Labels({ run, cell }: { run: Run; cell: Cell }) {
  const all = useQuery({ queryKey: ['run', run.id, 'labels'], queryFn: ({ signal }) => get<All>(`/api/runs/${run.id}/labels`, signal) })
  const said = all.data?.labels.filter((one) => one.cell === cell.number) ?? []
  const last = said.find((one) => one.by === ME)
  const mine = last?.is_current ? last : undefined
  return (
    <section>
      <h3>What people say</h3>
      {said.filter((one) => one !== mine).map((one) => <Said key={one.by} one={one} />)}
      {all.isLoadingError ? <p className={css.flag} role="alert">{all.error.message}</p> : all.data && <Mine key={`${cell.number} ${cell.answer.length}`} run={run} cell={cell} mine={mine} revision={last?.revision ?? 0} />}
    </section>
  )
}

const revisionOf = (all: All, cell: number): number => all.labels.find((one) => one.cell === cell && one.by === ME)?.revision ?? 0

function Said({ one }: { one: Label }) {
  return (
    <div className={css.said}>
      <div className={css.judge}><b>{who(one.by)}</b><span className="muted"><When at={one.at} />{!one.is_current && ', of an answer that is gone'}</span><span>{[one.label, one.score === null ? null : score(one.score)].filter(Boolean).join(' ')}</span></div>
      {one.correction && <p className={css.quote}>{one.correction}</p>}
      {one.note && <p>{one.note}</p>}
    </div>
  )
}

/** A word is stored when it is pressed; a text when it is stored, and until then it is kept in this browser. */
function Mine({ run, cell, mine, revision }: { run: Run; cell: Cell; mine: Label | undefined; revision: number }) {
  const cache = useQueryClient()
  const stored = { label: mine?.label ?? '', score: (mine?.score ?? '') as number | string, correction: mine?.correction ?? '', note: mine?.note ?? '', seen: revision }
  const draft = useDraft(`label ${run.id} ${cell.number}`, stored)
  // Whoever is done goes on when what was said is stored; where it is refused, the cell stays.
  const goesOn = useRef(false)
  const send = useMutation({
    mutationFn: (wish: NewLabel) => post<All>(`/api/runs/${run.id}/cells/${cell.number}/label`, wish),
    onSuccess: (told, wish) => { cache.setQueryData(['run', run.id, 'labels'], told); if (wish.note !== undefined) draft.forget(); if (goesOn.current) toNext() },
    onSettled: () => { goesOn.current = false },
    onError: () => void cache.invalidateQueries({ queryKey: ['run', run.id, 'labels'] }),
  })
  const value = draft.value
  const write = (changes: Partial<typeof stored>): void => draft.write({ ...value, ...changes })
  const differs = (['label', 'score', 'correction', 'note'] as const).some((name) => value[name] !== stored[name])
  const isConflict = draft.isBegun && differs && value.seen !== revision
  const texts: NewLabel = { label: value.label.trim() || null, score: typeof value.score === 'number' ? value.score : null, correction: value.correction.trim() ? value.correction : null, note: value.note, seen: value.seen }
  const before = useRef<string | null>(null)
  const quick = (label: string): void => { before.current = mine?.label ?? null; send.mutate({ label, seen: revision }, { onSuccess: (told) => { if (draft.isBegun) draft.write({ ...value, label, seen: isConflict ? value.seen : revisionOf(told, cell.number) }) } }) }
  const canLabel = !send.isPending && cell.outcome !== 'pending'
  const canStore = differs && !isConflict && canLabel
  useLabelKeys({
    word: (at) => { const label = QUICK[at]?.[0]; if (label && canLabel) quick(label); return label !== undefined },
    undo: () => { if (before.current && canLabel) quick(before.current); return before.current !== null },
    next: () => {
      if (!send.isPending && !differs) {
        toNext()
        return
      }
      if (canStore) send.mutate(texts)
      goesOn.current = send.isPending || canStore
    },
  })
  return (
    <form className={css.label} onKeyDown={(e) => { if (e.key === 'Escape') { e.preventDefault(); (e.target as HTMLElement).blur() } }} onSubmit={(e) => { e.preventDefault(); send.mutate(texts) }}>
      <div className={parts.actions}>
        {QUICK.map(([label, name], at) => <Button key={label} size="compact-sm" variant={mine?.label === label ? 'filled' : 'default'} aria-pressed={mine?.label === label} disabled={!canLabel} onClick={() => quick(label)} rightSection={areLettersOn() ? <kbd aria-hidden>{at + 1}</kbd> : undefined}>{name}</Button>)}
        {areLettersOn() && <span className="muted"><kbd>Ctrl Enter</kbd> next</span>}
        {mine && <span className={css.stored} role="status">You said so <When at={mine.at} /></span>}
      </div>
      <details open={draft.isBegun || undefined}>
        <summary>Say more: another word, a score, the right answer, a note</summary>
        <div className={css.fields}>
          <div className={css.pair}>
            <TextInput size="xs" label="Word" description="Letters, digits, dots, dashes" maxLength={60} value={value.label} onChange={(e) => write({ label: e.currentTarget.value })} />
            <NumberInput size="xs" label="Score" description="From 0 to 1" min={0} max={1} step={0.1} decimalScale={2} value={value.score} onChange={(given) => write({ score: given })} />
          </div>
          <Textarea size="xs" label="The right answer" autosize minRows={2} maxRows={10} value={value.correction} onChange={(e) => write({ correction: e.currentTarget.value })} />
          <Textarea size="xs" label="Note" autosize minRows={1} maxRows={6} value={value.note} onChange={(e) => write({ note: e.currentTarget.value })} />
          <div className={parts.actions}>
            <Button size="compact-sm" type="submit" disabled={!canStore} loading={send.isPending}>Store</Button>
            {draft.isBegun && differs && <><span className={css.stored} role="status">{draft.told}</span><Button size="compact-sm" variant="subtle" color="gray" onClick={draft.forget}>Begin anew</Button></>}
          </div>
        </div>
      </details>
      {isConflict && (
        <div className={parts.note} role="alert">
          <p>At another screen you said: {mine ? [mine.label, mine.score === null ? null : score(mine.score), mine.correction, mine.note].filter(Boolean).join(' · ') : 'something of an answer that is gone'}. Nothing was overwritten, and what you wrote stands here.</p>
          <div className={parts.actions}><Button size="compact-sm" variant="default" onClick={() => write({ seen: revision })}>I have seen that; mine may be stored</Button></div>
        </div>
      )}
      {send.isError && !isConflict && <p className={css.flag} role="alert">{send.error.message}</p>}
    </form>
  )
}

/** The cell below, as the arrow of the grid goes; the focus is the grid's again. */
function toNext(): void {
  const grid = document.querySelector<HTMLElement>('[role=grid]')
  grid?.focus()
  grid?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
}

/** The outside system is the keyboard. Single keys sleep while somebody types or has switched them off; Ctrl Enter works in a text as well. */
function useLabelKeys({ word, undo, next }: { word: (at: number) => boolean; undo: () => boolean; next: () => void }): void {
  useEffect(() => {
    const press = (e: KeyboardEvent): void => {
      if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) { e.preventDefault(); next(); return }
      if (e.ctrlKey || e.metaKey || e.altKey || isTyping(e.target) || !areLettersOn()) return
      const isMeant = /^[1-9]$/.test(e.key) ? word(Number(e.key) - 1) : e.key === 'u' && undo()
      if (isMeant) e.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
