import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { get, type Spending } from '../../api/client'
import { useProjects } from '../../api/projects'
import { day } from '../../lib/dates'
import { capital, count, percent, plural, spent } from '../../lib/numbers'
import { Bones, EmptyState, PageHead, parts, Trouble } from '../../ui/Parts'
import css from './CostsPage.module.css'

const route = getRouteApi('/costs')

type Grouping = (s: Spending, projects: Map<string, string>) => string
const BY: Record<string, { label: string; of: Grouping }> = {
  model: { label: 'Model', of: (s) => s.endpoint },
  provider: { label: 'Provider', of: (s) => s.endpoint.split('/')[0] ?? s.endpoint },
  project: { label: 'Project', of: (s, projects) => (s.project === null ? 'Of no project' : (projects.get(s.project) ?? s.project)) },
  run: { label: 'Run or chat', of: (s) => `${KINDS[s.kind]}${s.run_name || 'removed'}, ${day(s.began_at)}` },
  stage: { label: 'Stage', of: (s) => s.stage },
  day: { label: 'Day', of: (s) => day(s.day) },
}
const KINDS: Record<Spending['kind'], string> = { run: '', chat: 'Compare: ', agent: 'Agent: ', command: 'Command: ' }
interface Sum { name: string; spent: number; attempts: number; unknown: number; tokens: number }

export default function CostsPage() {
  const search = route.useSearch()
  const go = route.useNavigate()
  const by = search.by && search.by in BY ? search.by : 'model'
  const projects = new Map(useProjects(true).data?.map((one) => [one.slug, one.name]))
  const costs = useQuery({ queryKey: ['costs'], queryFn: ({ signal }) => get<Spending[]>('/api/costs', signal) })
  const rows = costs.data ? sums(costs.data, (s) => BY[by]?.of(s, projects) ?? s.endpoint) : []
  const total = rows.reduce((sum, row) => sum + row.spent, 0)
  const unknown = rows.reduce((sum, row) => sum + row.unknown, 0)
  return (
    <div className={parts.page}>
      <PageHead title="Costs" actions={<SegmentedControl size="xs" aria-label="Grouped by" data={Object.entries(BY).map(([value, { label }]) => ({ value, label }))} value={by} onChange={(chosen) => void go({ search: { by: chosen }, replace: true })} />}>
        {costs.data ? `${capital(spent(total, unknown))} in all${unknown > 0 ? `; the cost of ${plural(unknown, 'call')} is unknown.` : ', every call counted: answers, judges, chats, agents, tries that failed.'}` : 'Every call counted: answers, judges, chats, agents, tries that failed.'}
      </PageHead>
      {costs.isLoadingError ? <Trouble error={costs.error} retry={() => void costs.refetch()} /> : !costs.data ? <div className="card"><Bones /></div> : rows.length === 0 ? <EmptyState title="Nothing was spent yet">Costs appear with the first call: by model, provider, project, run, stage and day.</EmptyState> : (
        <section className={`card ${parts.tablebox}`} tabIndex={0}>
          <table className={parts.table} data-stack>
            <thead><tr><th scope="col">{BY[by]?.label}</th><th scope="col" data-right>Spent</th><th scope="col">{unknown > 0 ? 'Share of what is known' : 'Share of all'}</th><th scope="col" data-right>Calls</th><th scope="col" data-right>Tokens</th></tr></thead>
            <tbody>{rows.map((row) => <tr key={row.name}><th scope="row">{row.name}</th><td data-right data-label="Spent">{spent(row.spent, row.unknown)}{row.unknown > 0 && <small className={css.sub}>{plural(row.unknown, 'call')} of unknown cost</small>}</td><td data-whole>{row.spent === 0 && row.unknown > 0 ? <span className="muted">unknown</span> : <><span className={css.share}><i style={{ width: `${total ? (100 * row.spent) / total : 0}%` }} /></span> <span className="num muted">{percent(total ? row.spent / total : 0)}</span></>}</td><td data-right data-label="Calls">{count(row.attempts)}</td><td data-right data-label="Tokens">{count(row.tokens)}</td></tr>)}</tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function sums(all: Spending[], of: (s: Spending) => string): Sum[] {
  const found = new Map<string, Sum>()
  for (const one of all) {
    const name = of(one)
    const sum = found.get(name) ?? { name, spent: 0, attempts: 0, unknown: 0, tokens: 0 }
    found.set(name, { name, spent: sum.spent + one.spent_usd, attempts: sum.attempts + one.attempts, unknown: sum.unknown + one.unknown, tokens: sum.tokens + one.tokens_in + one.tokens_out })
  }
  return [...found.values()].sort((a, b) => b.spent - a.spent)
}
