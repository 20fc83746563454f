import { Button, Select, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { address, get, type LatestCall, type LatestCalls } from '../../api/client'
import { milliseconds, tokens, usd } from '../../lib/numbers'
import { OutcomeMark } from '../../ui/Outcome'
import { Bones, EmptyState, PageHead, parts, Trouble, When } from '../../ui/Parts'
import css from './CallsPage.module.css'
import { STATES, Wire } from './Wire'

const route = getRouteApi('/calls')
const STAGES: LatestCall['stage'][] = ['draft', 'plan', 'generate', 'check', 'judge', 'rank', 'refine', 'review']

/** Every try of the house, newest first: of runs, chats, agents and commands. */
export default function LatestCallsPage() {
  const search = route.useSearch()
  const go = route.useNavigate()
  // Whoever types is not waited for: the list follows.
  const endpoint = useDeferredValue(search.endpoint)
  const { stage, state, call } = search
  const calls = useInfiniteQuery({
    queryKey: ['calls', endpoint ?? '', stage ?? '', state ?? ''],
    queryFn: ({ signal, pageParam }) => get<LatestCalls>(address('/api/calls', { endpoint, stage, state, before: pageParam }), signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
  const found = calls.data?.pages.flatMap((page) => page.items) ?? []
  const set = (change: Record<string, string | undefined>): void => void go({ search: (old) => Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value)), replace: true })
  const isSought = Boolean(endpoint || stage || state)
  return (
    <div className={parts.page}>
      <PageHead title="Calls">Every try of the house, newest first. Each is recorded before it is sent, with its end and its cost.</PageHead>
      <div className={parts.actions}>
        <TextInput size="xs" w={220} aria-label="Provider or model" placeholder="Any provider or model" value={search.endpoint ?? ''} onChange={(e) => set({ endpoint: e.currentTarget.value })} />
        <Select size="xs" w={150} aria-label="Stage" placeholder="All stages" clearable data={STAGES} value={stage ?? null} onChange={(value) => set({ stage: value ?? undefined })} />
        <Select size="xs" w={170} aria-label="State" placeholder="All states" clearable data={STATES} value={state ?? null} onChange={(value) => set({ state: value ?? undefined })} />
      </div>
      {call && <Wire call={call} close={() => set({ call: undefined })} />}
      {calls.isLoadingError ? <Trouble error={calls.error} retry={() => void calls.refetch()} /> : calls.isPending ? <div className="card"><Bones /></div> : found.length === 0 ? <EmptyState title={calls.hasNextPage ? 'None of the newest calls is like that' : isSought ? 'No call is like that' : 'Nothing was sent yet'}>{calls.hasNextPage ? 'Older ones were not looked at yet.' : 'Calls appear here as soon as the first one leaves the house.'}</EmptyState> : (
        <section className={`card ${parts.tablebox}`} tabIndex={0} aria-label="Calls">
          <table className={parts.table} data-stack>
            <thead><tr><th scope="col">State</th><th scope="col">When</th><th scope="col">Of</th><th scope="col">Stage</th><th scope="col">Endpoint</th><th scope="col" data-right>Latency</th><th scope="col" data-right>Tokens</th><th scope="col" data-right>Cost</th><th scope="col"><span className="sr">On the wire</span></th></tr></thead>
            <tbody>{found.map((one) => <Line key={one.id} one={one} isOpen={one.id === call} open={() => { set({ call: one.id }); document.getElementById('main')?.scrollTo({ top: 0 }) }} />)}</tbody>
          </table>
        </section>
      )}
      {calls.hasNextPage && <Button variant="default" size="xs" w={160} loading={calls.isFetchingNextPage} onClick={() => void calls.fetchNextPage()}>Show older calls</Button>}
    </div>
  )
}

function Line({ one, isOpen, open }: { one: LatestCall; isOpen: boolean; open: () => void }) {
  return (
    <tr aria-current={isOpen || undefined}>
      <td><OutcomeMark outcome={one.state} withWord />{one.sentence && <small className={css.sentence}>{one.sentence}</small>}</td>
      <td><When at={one.opened_at} /></td>
      <td><Whose one={one} /></td>
      <td>{one.stage}</td><td>{one.endpoint}</td>
      <td data-right data-label="Latency">{milliseconds(one.latency_ms)}</td>
      <td data-right data-label="Tokens">{tokens(one.tokens_in, one.tokens_out)}</td>
      <td data-right data-label="Cost">{usd(one.cost_usd)}</td>
      <td><Button size="compact-xs" variant="subtle" onClick={open}>Request and reply</Button></td>
    </tr>
  )
}

/** Who asked; what was removed has no name and leads nowhere. */
function Whose({ one }: { one: LatestCall }) {
  if (!one.run_name) return <span className="muted">removed</span>
  if (one.kind === 'run') return <Link to="/runs/$run/calls" params={{ run: one.run }} className={css.whose ?? ''}>{one.run_name}</Link>
  if (one.kind === 'chat') return <Link to="/compare/$chat" params={{ chat: one.run }} className={css.whose ?? ''}>{one.run_name}</Link>
  return <span>{one.run_name}</span>
}
