import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Exchange, get } from '../../api/client'
import { count } from '../../lib/numbers'
import { wordOf } from '../../ui/Outcome'
import { Bones, Trouble } from '../../ui/Parts'
import css from './CallsPage.module.css'

/** How a call can stand. */
export const STATES = ['settled', 'failed', 'outcome_unknown', 'open'].map((value) => ({ value, label: wordOf(value) }))

/** What one call sent, and what came back. */
export function Wire({ call, close }: { call: string; close: () => void }) {
  const found = useQuery({ queryKey: ['exchange', call], staleTime: Number.POSITIVE_INFINITY, queryFn: ({ signal }) => get<Exchange>(`/api/calls/${call}`, signal) })
  if (found.isLoadingError) return <Trouble error={found.error} />
  return (
    <section className={`card ${css.wire}`} aria-label="Request and reply">
      <header><h2>Request and reply</h2><Button size="compact-xs" variant="default" onClick={close}>Close</Button></header>
      {!found.data ? <Bones lines={4} /> : <div className={css.two}><div><h3>Request, {count(found.data.request_bytes)} bytes</h3><pre tabIndex={0}>{found.data.request}</pre></div><div><h3>Reply {found.data.status ?? 'without a status'}, {count(found.data.response_bytes)} bytes</h3><pre tabIndex={0}>{found.data.response}</pre></div></div>}
    </section>
  )
}
