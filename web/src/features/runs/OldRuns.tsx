import { Button, Modal, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { address, get, type OldRuns as Found, post } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { plural, spent } from '../../lib/numbers'
import { Bones, parts, Trouble, When } from '../../ui/Parts'
import css from './RunsPage.module.css'

const TIME = /^[1-9]\d{0,5}[smhd]$/

/** Runs that ended long ago: what would go is shown first, then they go one after another. */
export default function OldRuns({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const cache = useQueryClient()
  const draft = useDraft('old runs', '90d')
  const [asked, ask] = useState<string | null>(null)
  const [gone, count] = useState(0)
  const age = draft.value.trim()
  const found = useQuery({ queryKey: ['runs', 'old', asked], enabled: opened && asked !== null, staleTime: 0, gcTime: 0, queryFn: ({ signal }) => get<Found>(address('/api/runs/old', { older_than: asked }), signal) })
  const remove = useMutation({
    mutationFn: async (runs: string[]) => { for (const run of runs) { await post<null>(`/api/runs/${run}/remove`); count((n) => n + 1) } },
    onSettled: () => void cache.invalidateQueries({ queryKey: ['runs'] }),
    onSuccess: draft.forget,
  })
  const items = asked === age ? (found.data?.items ?? []) : []
  const more = asked === age ? (found.data?.more ?? 0) : 0
  const close = (): void => { ask(null); count(0); remove.reset(); onClose() }
  const look = (): void => { count(0); remove.reset(); ask(age); void cache.invalidateQueries({ queryKey: ['runs', 'old'] }) }
  return (
    <Modal opened={opened} onClose={close} title="Remove old runs" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <p>Their cells and the texts of their calls go for ever. Boards, cards and versions that were made of them stay where they are kept, and what they cost stays counted.</p>
        <TextInput label="Ended longer ago than" description="A number and a unit: 12h, 30d" value={draft.value} error={age !== '' && !TIME.test(age) && 'Write it as 12h, 30d or 365d.'} onChange={(e) => { draft.write(e.currentTarget.value); remove.reset() }} />
        <div className={parts.actions}><Button variant={items.length > 0 ? 'default' : 'filled'} disabled={!TIME.test(age)} loading={found.isFetching && !remove.isPending} onClick={look}>Show what would go</Button></div>
        {found.isLoadingError && <Trouble error={found.error} safe="Nothing was removed." />}
        {asked === age && found.isPending && <Bones lines={3} />}
        {asked === age && found.data && items.length === 0 && <p role="status">{gone > 0 ? `${plural(gone, 'run is', 'runs are')} removed.` : 'No run ended longer ago than that.'}</p>}
        {items.length > 0 && (
          <>
            <div className={css.old} tabIndex={0} role="region" aria-label="Runs that would go">
              <table className={parts.table} data-stack>
                <thead><tr><th scope="col">Run</th><th scope="col" data-right>Ended</th><th scope="col" data-right>Calls</th><th scope="col" data-right>Cost</th></tr></thead>
                <tbody>{items.map((one) => <tr key={one.held.id}><th scope="row" className={css.name}>{one.name}<span className={css.sub}>{[one.held.cells > 0 && plural(one.held.cells, 'cell'), one.held.comparisons > 0 && plural(one.held.comparisons, 'comparison')].filter(Boolean).join(', ') || 'nothing in it'}</span></th><td data-right data-label="Ended"><When at={one.ended_at} /></td><td data-right data-label="Calls">{one.held.calls}</td><td data-right data-label="Cost">{spent(one.held.spent_usd, one.held.unpriced_calls)}</td></tr>)}</tbody>
              </table>
            </div>
            {more > 0 && <p className="muted">{plural(more, 'further run')} ended before then; these go first, and the others are shown afterwards.</p>}
            {remove.isError && <Trouble error={remove.error} safe={`${plural(gone, 'run is', 'runs are')} removed, all others are as they were.`} />}
            <div className={parts.actions}><Button color="red.9" loading={remove.isPending} onClick={() => { count(0); remove.mutate(items.map((one) => one.held.id)) }}>Remove {plural(items.length, 'run')} for ever</Button><Button variant="default" onClick={close}>Leave them</Button>{remove.isPending && <span className="muted" role="status">{gone} of {remove.variables.length} removed</span>}</div>
          </>
        )}
      </div>
    </Modal>
  )
}
