import { Button, Select } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { address, type CallPage, get } from '../../api/client'
import { count, milliseconds, tokens, usd } from '../../lib/numbers'
import { OutcomeMark } from '../../ui/Outcome'
import { Bones, EmptyState, parts, Trouble } from '../../ui/Parts'
import css from './CallsPage.module.css'
import { STATES, Wire } from './Wire'

const route = getRouteApi('/runs/$run/calls')

export default function CallsPage() {
  const { run } = route.useParams()
  const { state, call } = route.useSearch()
  const go = route.useNavigate()
  const calls = useInfiniteQuery({
    queryKey: ['run', run, 'calls', state ?? 'all'],
    queryFn: ({ signal, pageParam }) => get<CallPage>(address(`/api/runs/${run}/calls`, { state, after: pageParam }), signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
  const found = calls.data?.pages.flatMap((page) => page.items) ?? []
  const set = (change: { state?: string; call?: string }): void => void go({ search: change, replace: true })
  return (
    <div className={parts.page}>
      <div className={parts.actions}><Select size="xs" w={180} aria-label="State" placeholder="All calls" clearable data={STATES} value={state ?? null} onChange={(v) => set(v ? { state: v } : {})} /><span className="muted">Every try is recorded before it is sent, with its end and its cost.</span></div>
      {call && <Wire call={call} close={() => set(state ? { state } : {})} />}
      {calls.isLoadingError ? <Trouble error={calls.error} retry={() => void calls.refetch()} /> : calls.isPending ? <div className="card"><Bones /></div> : found.length === 0 ? <EmptyState title={state ? 'No call is like that' : 'Nothing was sent yet'}>Calls appear here as soon as the first one leaves the house.</EmptyState> : (
        <section className={`card ${parts.tablebox}`} tabIndex={0}>
          <table className={parts.table} data-stack>
            <thead><tr><th scope="col">State</th><th scope="col">Stage</th><th scope="col">Endpoint</th><th scope="col" data-right>Cell</th><th scope="col" data-right>Try</th><th scope="col" data-right>Waited</th><th scope="col" data-right>Latency</th><th scope="col" data-right>Tokens</th><th scope="col" data-right>Cost</th><th scope="col"><span className="sr">On the wire</span></th></tr></thead>
            <tbody>
              {found.map((c) => (
                <tr key={c.id} aria-current={c.id === call || undefined}>
                  <td><OutcomeMark outcome={c.state} withWord />{c.sentence && <small className={css.sentence}>{c.sentence}</small>}</td>
                  <td>{c.stage}</td><td>{c.endpoint}</td>
                  <td data-right data-label="Cell">{c.stage === 'generate' ? <Link to="/runs/$run" params={{ run }} search={{ cell: String(c.unit) }}>{count(c.unit)}</Link> : count(c.unit)}</td>
                  <td data-right data-label="Try">{c.number}</td><td data-right data-label="Waited">{milliseconds(c.queue_ms)}</td><td data-right data-label="Latency">{milliseconds(c.latency_ms)}</td>
                  <td data-right data-label="Tokens">{tokens(c.tokens_in, c.tokens_out)}</td><td data-right data-label="Cost">{usd(c.cost_usd)}</td>
                  <td><Button size="compact-xs" variant="subtle" onClick={() => { set({ ...(state ? { state } : {}), call: c.id }); document.getElementById('main')?.scrollTo({ top: 0 }) }}>Request and reply</Button></td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {calls.hasNextPage && <Button variant="default" size="xs" w={160} loading={calls.isFetchingNextPage} onClick={() => void calls.fetchNextPage()}>Show more calls</Button>}
    </div>
  )
}
