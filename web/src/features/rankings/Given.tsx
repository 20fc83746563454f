import { Button, NativeSelect } from '@mantine/core'
import { plural } from '../../lib/numbers'
import { parts } from '../../ui/Parts'
import css from './NewRankingPage.module.css'

interface Props { texts: [string, string][]; files: Record<string, string>; grades: readonly string[]; given: Record<string, string>; fromAssignment: readonly string[]; onGrade: (given: Record<string, string>) => void; onDrop: (name: string) => void }
const BEGINNING = 140
const GLANCE = 40

/** The texts as they will be compared; one whose grade is known is an anchor. A grade belongs to a text, wherever it stands. */
export function Given({ texts, files, grades, given, fromAssignment, onGrade, onDrop }: Props) {
  const anchors = grades.length > 0 ? texts.filter(([, text]) => given[text]).length : 0
  const there = new Set(texts.map(([, text]) => text))
  const left = grades.length > 0 ? Object.keys(given).filter((text) => given[text] && !there.has(text)) : []
  const forget = (): void => onGrade(Object.fromEntries(Object.entries(given).filter(([text]) => there.has(text))))
  return (
    <section className={`card ${css.given}`} aria-labelledby="texts">
      <h2 id="texts">{texts.length === 0 ? 'Texts' : plural(texts.length, 'text')}</h2>
      {texts.length === 0 ? <p className="muted">{fromAssignment.length > 0 ? `Those of the assignment, in ${fromAssignment.join(', ')}.` : 'They are listed here as you give them.'}</p> : (
        <>
          {grades.length > 0 && <p className="muted">Give the texts whose grade is known their grade: {plural(anchors, 'anchor')} so far, of {grades.length} grades. At least two of different grades are needed.</p>}
          <ul className={css.texts} tabIndex={0} aria-label="Texts">
            {texts.map(([name, text]) => (
              <li key={name}>
                <div className={css.about}><b>{name}</b><span className="muted num">{plural(text.length, 'character')}</span></div>
                <p>{text.slice(0, BEGINNING)}{text.length > BEGINNING && ' …'}</p>
                {(grades.length > 0 || files[name] !== undefined) && (
                  <div className={parts.actions}>
                    {grades.length > 0 && <NativeSelect size="xs" aria-label={`Grade of ${name}`} data={[{ value: '', label: 'not graded' }, ...grades]} value={given[text] ?? ''} onChange={(e) => onGrade({ ...given, [text]: e.currentTarget.value })} />}
                    {files[name] !== undefined && <Button size="compact-xs" variant="subtle" color="gray" aria-label={`Leave ${name} out`} onClick={() => onDrop(name)}>Leave it out</Button>}
                  </div>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {left.length > 0 && <p className={parts.note} role="status">The grade of {plural(left.length, 'text')} does not count, since the text was changed or is not here: {left.map((text) => `“${text.slice(0, GLANCE)}${text.length > GLANCE ? ' …' : ''}” (${given[text]})`).join(', ')}. Grade it as it is now, or give it back. <Button variant="subtle" size="compact-xs" onClick={forget}>Forget it</Button></p>}
    </section>
  )
}
