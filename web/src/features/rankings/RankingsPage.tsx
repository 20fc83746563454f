import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { address, get, type RunLines } from '../../api/client'
import { count, spent, words } from '../../lib/numbers'
import { Bones, EmptyState, PageHead, parts, State, Trouble, When } from '../../ui/Parts'

export default function RankingsPage() {
  const runs = useInfiniteQuery({
    queryKey: ['runs', 'rankings'],
    queryFn: ({ signal, pageParam }) => get<RunLines>(address('/api/runs', { preset: 'rank-entries', before: pageParam }), signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
  const lines = runs.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className={parts.page}>
      <PageHead title="Rankings" actions={<Button size="compact-md" renderRoot={(props) => <Link to="/rankings/new" {...props} />}>New ranking</Button>}>Texts in an order that judges found by comparing two at a time, with how sure each place is, and grades where some are anchors.</PageHead>
      {runs.isLoadingError ? <Trouble error={runs.error} retry={() => void runs.refetch()} /> : !runs.data ? <div className="card"><Bones /></div> : lines.length === 0 ? (
        <EmptyState title="No texts were ranked yet" action={<Button renderRoot={(props) => <Link to="/rankings/new" {...props} />}>Rank texts</Button>}>Give texts and say who compares them; what it may cost is shown before it starts. Rankings of whole folders (<code>edison rank FOLDER</code>) appear here as soon as they begin.</EmptyState>
      ) : (
        <section className={`card ${parts.tablebox}`} tabIndex={0}>
          <table className={parts.table} data-stack>
            <thead><tr><th scope="col">Ranking</th><th scope="col">State</th><th scope="col" data-right>Texts</th><th scope="col" data-right>Judges</th><th scope="col" data-right>Spent</th><th scope="col" data-right>Began</th></tr></thead>
            <tbody>{lines.map((run) => <tr key={run.id}><th scope="row"><Link to="/runs/$run/ranking" params={{ run: run.id }}>{run.name}</Link></th><td><State state={run.state} /> <span className="muted">{run.settlement === 'not_yet' ? '' : words(run.settlement)}</span></td><td data-right data-label="Texts">{count(run.cases)}</td><td data-right data-label="Judges">{count(run.judges)}</td><td data-right data-label="Spent">{spent(run.spent_usd, run.unpriced_calls)}</td><td data-right data-label="Began"><When at={run.began_at} /></td></tr>)}</tbody>
          </table>
        </section>
      )}
      {runs.hasNextPage && <Button variant="default" size="xs" loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()} justify="center" w={160}>Show older rankings</Button>}
    </div>
  )
}
