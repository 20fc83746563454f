import { Button, SegmentedControl } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Review } from '../../api/client'
import { plural, who } from '../../lib/numbers'
import { EffectMark } from '../../ui/EffectMark'
import { Bones, EmptyState, PageHead, parts, Trouble, When } from '../../ui/Parts'
import { useReviews } from './queries'
import css from './ReviewPage.module.css'
import { ToLabel } from './ToLabel'

const route = getRouteApi('/reviews')
const SHOWN = [{ value: 'open', label: 'Waiting' }, { value: 'all', label: 'All' }]

export default function ReviewsPage() {
  const { show, project } = route.useSearch()
  const of = project ? { project } : {}
  const go = route.useNavigate()
  const reviews = useReviews(show === 'all', project)
  return (
    <div className={parts.page}>
      <PageHead title="Reviews" actions={<SegmentedControl size="xs" aria-label="Which reviews" data={SHOWN} value={show ?? 'open'} onChange={(v) => void go({ search: { ...of, ...(v === 'open' ? {} : { show: v }) }, replace: true })} />}>Changes that are suggested for prompts. What you approve, hunk by hunk, becomes the next version.</PageHead>
      {reviews.isLoadingError ? <Trouble error={reviews.error} retry={() => void reviews.refetch()} /> : !reviews.data ? <div className="card"><Bones /></div> : reviews.data.length === 0 ? (
        <EmptyState title={`${show === 'all' ? 'Nothing was ever suggested' : 'Nothing waits for you'}${project ? ` in ${project}` : ''}`} action={show !== 'all' && <Button variant="default" onClick={() => void go({ search: { ...of, show: 'all' } })}>Show those that are decided</Button>}>A run that refines a prompt asks here before it goes on, where a person is to decide.</EmptyState>
      ) : (
        <section className={`card ${parts.tablebox}`} tabIndex={0}>
          <table className={`${parts.table} ${css.queue}`} data-stack>
            <caption className="sr">Reviews, newest first</caption>
            <thead><tr><th scope="col">Change</th><th scope="col">Held-out effect</th><th scope="col">Decided</th><th scope="col" data-right>Suggested</th></tr></thead>
            <tbody>
              {reviews.data.map((one) => (
                <tr key={one.id}>
                  <th scope="row"><Link to="/reviews/$review" params={{ review: one.id }}>{one.prompt}</Link><span className={css.sub}>{one.project && `${one.project} · `}{one.note || 'without a note'}</span></th>
                  <td data-whole>{one.proof ? <EffectMark value={one.proof.difference} interval={one.proof.interval} verdict={one.proof.verdict} cases={one.proof.cases} /> : <span className="muted">not measured</span>}</td>
                  <td data-label="Decided">{said(one)}</td>
                  <td data-right><When at={one.made_at} /><span className={css.sub}>by {who(one.author)}</span></td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <ToLabel />
    </div>
  )
}

function said(one: Review): string {
  if (one.version !== null) return `became version ${one.version}`
  if (one.outcome) return one.outcome === 'request_changes' ? 'changes requested' : 'rejected'
  return `${one.hunks.filter((hunk) => hunk.review).length} of ${plural(one.hunks.length, 'hunk')}`
}
