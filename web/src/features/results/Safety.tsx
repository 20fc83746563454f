import type { Breakdown } from '../../api/client'
import { parts } from '../../ui/Parts'
import css from './ResultsPage.module.css'

type Count = Breakdown['safety'][number]

const WHAT: Record<Count['flag'], string> = {
  pii: 'private data',
  secrets: 'secrets',
  jailbreak: 'signs of a jailbreak',
  toxicity: 'toxicity',
  policy_violation: 'policy violation',
  pii_detected: 'private data',
  toxic_content: 'toxic content',
  jailbreak_attempt: 'jailbreak attempt',
}

/** What was found in outputs that must not stand there: by looking through them, and by judges. */
export function Safety({ counts, lookedFor }: { counts: Count[]; lookedFor: string[] }) {
  return (
    <section className={`card ${css.board}`} aria-labelledby="safety">
      <header>
        <h2 id="safety">What was found in the outputs</h2>
        <p className="muted">{lookedFor.length > 0 ? lookedFor.join(' ') : 'The outputs were not looked through, which does not mean that they are clean. “Look through the outputs…” under More does so now, without a call; the last step of an experiment sees to it for every run.'}</p>
      </header>
      {counts.length > 0 && (
        <div className={parts.tablebox} tabIndex={0}>
          <table className={parts.table} data-stack>
            <thead><tr><th scope="col">Arm</th><th scope="col">What</th><th scope="col">By</th><th scope="col" data-right>Outputs with it</th><th scope="col" data-right>Looked at</th></tr></thead>
            <tbody>{counts.map((one) => (
              <tr key={`${one.item_id} ${one.judge_id} ${one.flag}`}>
                <th scope="row">{one.name}</th>
                <td>{WHAT[one.flag]}</td>
                <td data-label="by">{one.judge ?? 'scan'}</td>
                <td data-right data-label="in">{one.looked_at === 0 ? 'unknown' : one.flagged > 0 ? <b>{one.flagged}</b> : one.flagged}</td>
                <td data-right data-label="of those looked at:">{one.looked_at} of {one.outputs}</td>
              </tr>
            ))}</tbody>
          </table>
        </div>
      )}
    </section>
  )
}
