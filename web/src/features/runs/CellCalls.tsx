import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Call, type Exchange, get, type Run } from '../../api/client'
import { count, milliseconds, usd } from '../../lib/numbers'
import { OutcomeMark } from '../../ui/Outcome'
import { Bones, Trouble } from '../../ui/Parts'
import css from './CellPanel.module.css'

const named = (call: Call): string => `${call.stage} · ${call.endpoint}${call.number > 1 ? `, try ${call.number}` : ''}`

/** What was on the wire, for one try after another. */
export function Exchanges({ calls }: { calls: Call[] }) {
  const [chosen, choose] = useState(calls[0]?.id ?? '')
  const call = calls.some((c) => c.id === chosen) ? chosen : (calls[0]?.id ?? '')
  const found = useQuery({ queryKey: ['exchange', call], enabled: call !== '', staleTime: Number.POSITIVE_INFINITY, queryFn: ({ signal }) => get<Exchange>(`/api/calls/${call}`, signal) })
  if (call === '') return <p className="muted">Nothing was sent for this cell.</p>
  return (
    <>
      <Select size="xs" aria-label="Which try" data={calls.map((c) => ({ value: c.id, label: named(c) }))} value={call} onChange={(v) => choose(v ?? '')} allowDeselect={false} mb="sm" />
      {found.isLoadingError ? <Trouble error={found.error} /> : !found.data ? <Bones lines={5} /> : (
        <>
          <section><h3>Request, {count(found.data.request_bytes)} bytes</h3><pre className={css.pre}>{pretty(found.data.request)}</pre></section>
          <section><h3>Reply {found.data.status ?? 'without a status'}, {count(found.data.response_bytes)} bytes</h3><pre className={css.pre}>{pretty(found.data.response)}</pre></section>
          {!found.data.is_whole && <p className="muted">Only the beginning is shown.</p>}
        </>
      )}
    </>
  )
}

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Every try with its end; nothing ever vanishes. */
export function Attempts({ calls, run }: { calls: Call[]; run: Run }) {
  if (calls.length === 0) return <p className="muted">Nothing was sent for this cell.</p>
  return (
    <ul className={css.checks}>
      {calls.map((c) => (
        <li key={c.id}>
          <OutcomeMark outcome={c.state} />
          <span>{c.stage === 'judge' ? `Judged by ${run.judges[c.part % Math.max(run.judges.length, 1)]?.name ?? c.endpoint}` : `Answered by ${c.endpoint}`}{c.number > 1 && `, try ${c.number}`}{c.sentence && <small>{c.sentence}</small>}</span>
          <span className="muted num">{milliseconds(c.latency_ms)}, {usd(c.cost_usd)}</span>
        </li>
      ))}
    </ul>
  )
}
