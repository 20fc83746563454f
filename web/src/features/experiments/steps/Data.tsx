import { Button, SegmentedControl, Select, Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Dataset } from '../../../api/client'
import { hasDraft } from '../../../lib/draft'
import { count, plural } from '../../../lib/numbers'
import { parts } from '../../../ui/Parts'
import { Import } from '../../data/Import'
import { useDatasets } from '../../data/queries'
import { casesOf, columnsOfCases, promptOf, STORED, variablesIn, withKey } from '../definition'
import { Assist } from '../Assist'
import { Generate } from '../Generate'
import { useUnread } from '../unread'
import type { StepProps } from '../WizardPage'
import css from '../WizardPage.module.css'

const SOURCES = [{ value: 'stored', label: 'A kept set' }, { value: 'written', label: 'Written here' }, { value: 'generated', label: 'Written by a model' }]
const SHOWN = 50
const shown = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value))

/** What is asked about: a kept set (imported with its columns pointed at), cases that stand in the experiment, or new ones from a model. */
export function Data({ experiment, writing, value, define }: StepProps) {
  const project = experiment.project ?? undefined
  const sets = useDatasets(project)
  const named = typeof value.definition.cases === 'string' ? value.definition.cases : ''
  const cases = casesOf(value.definition)
  const [source, choose] = useState((cases.length > 0 && !named) || hasDraft(`cases ${experiment.id}`) ? 'written' : 'stored')
  const [imports, importing] = useState(false)
  const take = (set: string | null): void => define((now) => withKey(now, 'cases', set === null ? '' : `${STORED}${project ? `${project}/` : ''}${set}`))
  const chosen = named.startsWith(STORED) ? (named.slice(STORED.length).split('/').at(-1) ?? '') : ''
  const wanted = variablesIn(promptOf(value.definition).system, promptOf(value.definition).user)
  return (
    <>
      <h2>What is it asked about?</h2>
      <SegmentedControl aria-label="Where cases come from" data={SOURCES} value={source} onChange={choose} />
      {source === 'stored' && (
        <>
          <Select label="Set of cases" description={named && !chosen ? `Now: the file ${named}` : 'The newest version of it, unless one is named with @'} searchable clearable placeholder={sets.data?.length === 0 ? 'None is kept yet' : 'Choose one'} data={[...new Set([...(sets.data ?? []).map((one) => one.name), ...(chosen ? [chosen] : [])])]} value={chosen || null} onChange={take} />
          {chosen && <Told set={sets.data?.find((one) => one.name === chosen.split('@')[0])} />}
          <div className={parts.actions}><Button variant="default" onClick={() => importing(true)}>Upload or paste cases</Button>{chosen && <Link to="/data/$dataset" params={{ dataset: chosen.split('@')[0] ?? chosen }} search={project ? { project } : {}}>Look at it</Link>}</div>
          <Import opened={imports} project={project} onClose={() => importing(false)} onDone={(name) => { importing(false); take(name) }} />
        </>
      )}
      {source === 'written' && <Inline name={`cases ${experiment.id}`} cases={cases} isElsewhere={named !== ''} onChange={(next) => define((now) => withKey(now, 'cases', next))} />}
      {source === 'generated' && <Generate variables={wanted} chosen={chosen.split('@')[0] ?? ''} onDone={(set) => { take(set); choose('stored') }} {...{ experiment, writing, value }} />}
      {source === 'written' && cases.length > 0 && <Assist kind="cases" text={inLines(cases)} told={(draft) => { const read = readCases(draft.text); return read && inLines(read) }} onTake={(draft) => { const read = readCases(draft.text); if (read) define((now) => withKey(now, 'cases', read)) }} {...{ experiment, writing, value }} />}
      {cases.length > 0 && source === 'written' && <Lacking wanted={wanted} known={columnsOfCases(cases)} />}
    </>
  )
}

function Told({ set }: { set: Dataset | undefined }) {
  return set ? <p className="muted">{plural(set.cases, 'case')}, {set.kind}, version {count(set.version)}.</p> : null
}

function Lacking({ wanted, known }: { wanted: string[]; known: string[] }) {
  const lacks = wanted.filter((name) => !known.includes(name))
  return lacks.length > 0 ? <p className={parts.note}>The prompt names {lacks.join(', ')}, which no case has.</p> : null
}

/** Cases as JSON lines, one below the other; what cannot be read is told and not taken, and stays in the field. */
function Inline({ name, cases, isElsewhere, onChange }: { name: string; cases: Record<string, unknown>[]; isElsewhere: boolean; onChange: (cases: Record<string, unknown>[]) => void }) {
  const { text, problem, write } = useUnread(name, inLines(cases), linesIn, onChange)
  const names = [...new Set(cases.flatMap((one) => Object.keys(one)))].slice(0, 6)
  return (
    <>
      {isElsewhere && <p className={parts.note}>The cases are named by a file or a kept set now; what you write here takes its place.</p>}
      <Textarea className={css.code ?? ''} label="Cases" description="A JSON object in each line: id, expect, tags and the variables of the prompt" placeholder={'{"id": "late", "question": "Where is my parcel?", "expect": "on its way"}'} autosize minRows={6} maxRows={20} spellCheck={false} error={problem && `Not taken yet: ${problem}`} value={text} onChange={(e) => write(e.currentTarget.value)} />
      {cases.length > 0 && (
        <div className={css.table} tabIndex={0} role="region" aria-label="Cases">
          <table className={parts.table}><thead><tr>{names.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead><tbody>{cases.slice(0, SHOWN).map((one, i) => <tr key={i}>{names.map((name) => <td key={name}>{shown(one[name])}</td>)}</tr>)}</tbody></table>
        </div>
      )}
      {cases.length > 0 && <p className="muted">{plural(cases.length, 'case')}{cases.length > SHOWN && `, the first ${SHOWN} are shown`}.</p>}
    </>
  )
}

const inLines = (cases: Record<string, unknown>[]): string => cases.map((one) => JSON.stringify(one)).join('\n')
/** Cases in the words of a model; none where it left the form. */
function readCases(text: string): Record<string, unknown>[] | null {
  try {
    return linesIn(text)
  } catch {
    return null
  }
}

function linesIn(text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line, i) => {
    if (!line.trim()) return []
    try {
      const one: unknown = JSON.parse(line)
      if (one === null || typeof one !== 'object' || Array.isArray(one)) throw new Error('it is no object')
      return [one as Record<string, unknown>]
    } catch (error) {
      throw new Error(`line ${i + 1}: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
}
