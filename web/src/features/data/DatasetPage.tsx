import { Button, Checkbox, Select } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Dataset, StoredCase } from '../../api/client'
import { hasDraft, useDraft } from '../../lib/draft'
import { count, plural, who, words } from '../../lib/numbers'
import { Bones, PageHead, parts, Trouble, When } from '../../ui/Parts'
import { Coverage } from './Coverage'
import css from './DataPage.module.css'
import { EditCase } from './EditCase'
import { Failing } from './Failing'
import { FromRun } from './FromRun'
import { exportOf, PAGE, useCases, useNext, useVersions, type Where } from './queries'
import { Standing } from './Standing'
import { WriteCases } from './WriteCases'

const route = getRouteApi('/data/$dataset')

export default function DatasetPage() {
  const { dataset: name } = route.useParams()
  const search = route.useSearch()
  const go = route.useNavigate()
  const where: Where = { name, project: search.project }
  const found = useVersions(where)
  const versions = [...(found.data ?? [])].reverse()
  const set = versions.find((one) => String(one.version) === search.version) ?? versions[0]
  const { first: _, ...rest } = search
  const open = (version: number): void => void go({ search: { ...rest, version: String(version) } })
  return (
    <div className={parts.page}>
      <PageHead title={name} actions={set && <Select size="xs" w={270} aria-label="Version" allowDeselect={false} value={String(set.version)} data={versions.map((one) => ({ value: String(one.version), label: `Version ${one.version}: ${one.origin}` }))} onChange={(number) => { if (number) open(Number(number)) }} />}><Link to="/data" search={search.project ? { project: search.project } : {}}>Data</Link></PageHead>
      {found.isLoadingError ? <Trouble error={found.error} retry={() => void found.refetch()} /> : !set ? <div className="card"><Bones /></div> : <Version key={set.version} where={where} set={set} newest={versions[0]?.version ?? set.version} onMade={open} />}
    </div>
  )
}

function Version({ where, set, newest, onMade }: { where: Where; set: Dataset; newest: number; onMade: (version: number) => void }) {
  const next = useNext(where)
  const [writes, write] = useState(false)
  // Which cases somebody stands for is kept until it is sent: looking at them takes time.
  const chosen = useDraft<string[]>(`approve ${where.project ?? ''} ${where.name} ${set.version}`, [])
  const act = (what: 'split' | 'approve'): void => next.mutate({ what, body: { version: set.version, ...(what === 'approve' ? { cases: chosen.value } : {}) } }, { onSuccess: (made) => { if (what === 'approve') chosen.forget(); onMade(made.version) } })
  return (
    <>
      <section className={`card ${css.cover}`} aria-label="This version">
        <div>
          <p><b>Version {set.version}</b> of {newest}, {words(set.kind)}, {plural(set.cases, 'case')} <Standing set={set} /></p>
          <p className="muted">{set.origin}{set.parent !== null && `, from version ${set.parent}`}; by {who(set.author)}, <When at={set.made_at} />.{set.note && ` ${set.note}`}</p>
          <p className="muted">In a suite: <code>cases: data:{where.name}@{set.version}</code></p>
        </div>
        <div className={parts.actions}>
          <Button size="compact-sm" variant="default" component="a" href={exportOf(where, set.version)} download>Download</Button>
          <Button size="compact-sm" variant="default" loading={next.isPending && next.variables.what === 'split'} onClick={() => act('split')} title="Two fifths for development, two fifths held out, a fifth sealed; evenly over tags">Split</Button>
          <Button size="compact-sm" variant="default" onClick={() => write(true)}>Write cases…</Button>
          {!set.is_verified && <Button size="compact-sm" loading={next.isPending && next.variables.what === 'approve'} onClick={() => act('approve')}>{chosen.value.length ? `Approve ${plural(chosen.value.length, 'case')}, leave out the others` : `Approve all ${count(set.cases)}`}</Button>}
        </div>
      </section>
      {next.isError && <Trouble error={next.error} safe="No version was changed." />}
      {writes && <WriteCases where={where} set={set} aim={{ title: 'Have cases written', suffix: 'more', tags: [], hints: [] }} onClose={() => write(false)} />}
      <div className={css.folds}>
        <Coverage where={where} set={set} />
        <Failing where={where} set={set} />
        <FromRun where={where} set={set} onMade={onMade} />
      </div>
      <Cases where={where} set={set} isNewest={set.version === newest} onMade={onMade} chosen={set.is_verified ? null : chosen.value} onChoose={chosen.write} />
    </>
  )
}

function Cases({ where, set, isNewest, onMade, chosen, onChoose }: { where: Where; set: Dataset; isNewest: boolean; onMade: (version: number) => void; chosen: string[] | null; onChoose: (names: string[]) => void }) {
  const [editing, edit] = useState<StoredCase | null>(null)
  const search = route.useSearch()
  const go = route.useNavigate()
  const first = Math.max(0, Math.min(Number(search.first) || 0, set.cases - 1))
  const page = useCases(where, set.version, first)
  const move = (to: number): void => void go({ search: { ...search, first: String(Math.max(0, to)) } })
  if (page.isLoadingError) return <Trouble error={page.error} retry={() => void page.refetch()} />
  if (!page.data) return <div className="card"><Bones /></div>
  const shown = page.data.cases
  return (
    <>
      <section className={`card ${parts.tablebox}`} tabIndex={0} aria-busy={page.isPlaceholderData}>
        <table className={`${parts.table} ${css.cases}`} data-stack>
          <caption className="sr">Cases {first + 1} to {first + shown.length} of {set.cases}</caption>
          <thead><tr>{chosen && <th scope="col"><span className="sr">Approve</span></th>}<th scope="col">Case</th><th scope="col">Variables</th><th scope="col">Expected</th><th scope="col">Tags</th><th scope="col">For</th><th scope="col" data-right>Difficulty</th></tr></thead>
          <tbody>{shown.map((one) => <Line key={one.id} one={one} chosen={chosen} onChoose={onChoose} onEdit={isNewest ? () => edit(one) : null} isBegun={isNewest && hasDraft(`case ${where.project ?? ''} ${where.name} ${one.id}`)} />)}</tbody>
        </table>
      </section>
      {editing && <EditCase where={where} set={set} one={editing} onClose={() => edit(null)} onMade={onMade} />}
      {set.cases > PAGE && (
        <nav className={parts.actions} aria-label="Pages of cases">
          <Button size="xs" variant="default" disabled={first === 0} onClick={() => move(first - PAGE)}>Before</Button>
          <span className="muted num">{count(first + 1)} – {count(first + shown.length)} of {count(set.cases)}</span>
          <Button size="xs" variant="default" disabled={first + PAGE >= set.cases} onClick={() => move(first + PAGE)}>After</Button>
        </nav>
      )}
    </>
  )
}

const told = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What is expected, without a frame where it is an answer and nothing else. */
function expected(value: StoredCase['expect']): string {
  if (value === null) return ''
  const fields = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : []
  return fields.length === 0 ? told(value) : fields.map(([name, text]) => (name === 'answer' ? told(text) : `${words(name)}: ${told(text)}`)).join('\n')
}

function Line({ one, chosen, onChoose, onEdit, isBegun }: { one: StoredCase; chosen: string[] | null; onChoose: (names: string[]) => void; onEdit: (() => void) | null; isBegun: boolean }) {
  const [whole, show] = useState(false)
  const toggle = (on: boolean): void => onChoose(on ? [...(chosen ?? []), one.id] : (chosen ?? []).filter((name) => name !== one.id))
  return (
    <tr data-whole={whole || undefined}>
      {chosen && <td><Checkbox size="xs" aria-label={`Approve ${one.id}`} checked={chosen.includes(one.id)} onChange={(e) => toggle(e.currentTarget.checked)} /></td>}
      <th scope="row"><button type="button" className={css.case} aria-expanded={whole} onClick={() => show(!whole)}>{one.id}</button>{one.family && <span className={css.sub}>family {one.family}</span>}{onEdit && <Button size="compact-xs" variant="subtle" onClick={onEdit} aria-label={`Edit ${one.id}`}>{isBegun ? 'Edit, begun' : 'Edit'}</Button>}</th>
      <td data-whole><dl className={css.variables}>{Object.entries(one.variables).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{told(value)}</dd></div>)}</dl></td>
      <td data-whole data-label="Expected"><div className={css.clamp}>{expected(one.expect) || <span className="muted">nothing</span>}</div></td>
      <td data-label="Tags">{one.tags.join(', ') || <span className="muted">none</span>}</td>
      <td data-label="For">{words(one.split)}</td>
      <td data-right data-label="Difficulty">{one.difficulty}</td>
    </tr>
  )
}
