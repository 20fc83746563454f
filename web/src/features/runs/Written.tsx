import { Button, CopyButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Bones, EmptyState, parts, Trouble } from '../../ui/Parts'
import { useDrafts } from '../experiments/queries'
import css from './CellPanel.module.css'

/** What a run wrote, to be taken from here wherever it was begun. */
export function Written({ run }: { run: string }) {
  const found = useDrafts(run)
  if (found.isLoadingError) return <div className={parts.page}><Trouble error={found.error} safe="What was written is kept." retry={() => void found.refetch()} /></div>
  if (!found.data) return <div className={parts.page}><div className="card"><Bones lines={5} /></div></div>
  const { drafts, suggestion, dataset, project, note, state } = found.data
  const name = dataset?.split('@')[0]
  return (
    <div className={parts.page}>
      {suggestion && <p className={parts.note} role="status">The edits wait for you. <Link to="/reviews/$review" params={{ review: suggestion }}>Decide hunk by hunk</Link></p>}
      {name && <p className={parts.note} role="status">The cases are in <Link to="/data/$dataset" params={{ dataset: name }} search={project ? { project } : {}}>{dataset}</Link>, unverified until somebody approves them. {note}</p>}
      {drafts.length === 0 && <EmptyState title={state === 'running' ? 'Nothing is written yet' : 'Nothing was written'}>{state === 'running' ? 'What comes is shown here at once.' : 'What was asked and answered stands under Calls.'}</EmptyState>}
      {drafts.map((draft, i) => (
        <section key={i} className="card" aria-label={`Draft ${i + 1} of ${drafts.length}`}>
          {draft.failed !== null ? <p className="muted">One was not written: {draft.failed}</p> : (
            <>
              {draft.note && <p className="muted">{draft.note}</p>}
              <pre className={css.pre} tabIndex={0}>{draft.text}</pre>
              <div className={parts.actions}><CopyButton value={draft.text}>{({ copied, copy }) => <Button size="compact-sm" variant="default" onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}</CopyButton></div>
            </>
          )}
        </section>
      ))}
    </div>
  )
}
