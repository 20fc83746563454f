import { Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Chat } from '../../api/client'
import { compare } from '../../lib/diff'
import { DiffView } from '../../ui/DiffView'
import css from './Compare.module.css'

/** Two places among the models of a chat. */
export type Two = readonly [number, number]

/** The two that the address names, where both take part. */
export function pairOf(chat: Chat, left: string | undefined, right: string | undefined): Two | null {
  const two = [Number(left ?? Number.NaN), Number(right ?? Number.NaN)] as const
  return two[0] !== two[1] && two.every((place) => chat.columns[place] !== undefined) ? two : null
}

/** Which two are held against each other; it stands in the address, so that a link shows the same. */
export function Pair({ chat, two }: { chat: Chat; two: Two | null }) {
  const go = useNavigate({ from: '/compare/$chat' })
  const data = chat.columns.map((column, place) => ({ value: String(place), label: column.name }))
  const show = (left: string | null, right: string | null): void => void go({ search: left === null || right === null ? {} : { left, right }, replace: true })
  const other = (place: string): string => (place === '0' ? '1' : '0')
  const [left, right] = two ? [String(two[0]), String(two[1])] : [null, null]
  return (
    <div className={css.two}>
      <Select size="xs" label="Difference from" placeholder="No difference is shown" clearable data={data} value={left} onChange={(place) => show(place, place !== null && place === right ? other(place) : (right ?? (place === null ? null : other(place))))} />
      {left !== null && <Select size="xs" label="To" allowDeselect={false} data={data.filter((one) => one.value !== left)} value={right} onChange={(place) => show(left, place)} />}
    </div>
  )
}

/** What two of them answered to one question, held against each other. */
export function Difference({ chat, question, two }: { chat: Chat; question: number; two: Two }) {
  const [before, after] = two.map((place) => chat.answers.find((one) => one.question === question && one.column === place)?.text ?? '') as [string, string]
  const names = two.map((place) => chat.columns[place]?.name ?? '')
  const rows = useMemo(() => compare(before, after), [before, after])
  if (!before || !after) return null
  if (before === after) return <p className="muted" role="status">{names[0]} and {names[1]} said the same, letter for letter.</p>
  return <DiffView rows={rows} split label={`From ${names[0]} to ${names[1]}`} />
}
