import type { Cell } from '../../api/client'
import { plural } from '../../lib/numbers'
import { OutcomeMark } from '../../ui/Outcome'
import css from './CellPanel.module.css'

const told = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** Turn by turn: what the model called, what it was told, and how it ended. */
export function Trace({ trace }: { trace: NonNullable<Cell['trace']> }) {
  return (
    <>
      <p className="muted">{plural(trace.turns, 'turn')}. {trace.cycle.length > 0 ? `Stopped, because it called ${trace.cycle.join(', ')} over and over.` : trace.completed ? 'The model came to an end by itself.' : 'It did not come to an end by itself.'}</p>
      {trace.said.map((one, i) => <section key={`said ${i}`}><h3>{one.by}</h3><p className={css.quote}>{one.text}</p></section>)}
      {trace.steps.map((step, i) => (
        <section key={i}>
          <h3>Turn {step.turn} <OutcomeMark outcome={step.success ? 'passed' : 'failed'} /></h3>
          {step.thought && <p className={css.quote}>{step.thought}</p>}
          <pre className={css.pre}>{step.tool}({step.unparsed ?? told(step.arguments)})</pre>
          <p className={css.quote}>{step.observation}</p>
        </section>
      ))}
    </>
  )
}
