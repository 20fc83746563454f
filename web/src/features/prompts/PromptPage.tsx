import { Button, SegmentedControl, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { PromptVersion } from '../../api/client'
import { compare } from '../../lib/diff'
import { hasDraft } from '../../lib/draft'
import { capital, plural, who, words } from '../../lib/numbers'
import { tellUnsafe } from '../../lib/safety'
import { DiffView, Templated } from '../../ui/DiffView'
import { EffectMark } from '../../ui/EffectMark'
import { Bones, PageHead, parts, Trouble, When } from '../../ui/Parts'
import { Improve } from './Improve'
import css from './PromptPage.module.css'
import { Promote } from './Promote'
import { useChange, useChanges, useReviewOf, useVersions, type Where } from './queries'
import { draftOf, Revise } from './Revise'
import { VersionTree } from './VersionTree'

const route = getRouteApi('/prompts/$prompt')
const VIEWS = [{ value: 'split', label: 'Split' }, { value: 'unified', label: 'Unified' }, { value: 'text', label: 'Text' }]

export default function PromptPage() {
  const { prompt: name } = route.useParams()
  const search = route.useSearch()
  const go = route.useNavigate()
  const where: Where = { name, project: search.project }
  const found = useVersions(where)
  const versions = found.data ?? []
  const { against: _, ...rest } = search
  const open = (number: number): void => void go({ search: { ...rest, version: String(number) } })
  // What came first stays in sight: a version that somebody else makes does not take the place of what is being written on.
  const [seen, see] = useState<string>()
  const begun = versions.find((one) => hasDraft(draftOf(one))) ?? versions[0]
  if (seen === undefined && begun) see(begun.id)
  const chosen = versions.find((one) => String(one.number) === search.version) ?? versions.find((one) => one.id === seen) ?? versions[0]
  return (
    <div className={parts.page}>
      <PageHead title={name}><Link to="/prompts" search={search.project ? { project: search.project } : {}}>Prompts</Link>{search.project && ` of ${search.project}`}</PageHead>
      {found.isLoadingError ? <Trouble error={found.error} retry={() => void found.refetch()} /> : !chosen ? <div className="card"><Bones /></div> : (
        <div className={css.two}>
          <VersionTree versions={versions} at={chosen.number} onOpen={open} />
          <div className={css.main}>
            <Version key={chosen.id} where={where} version={chosen} versions={versions} onMade={open} />
            <History where={where} />
          </div>
        </div>
      )}
    </div>
  )
}

/** Where each hunk of a version came from stands in the review that it was made of. */
function Origin({ where, version }: { where: Where; version: PromptVersion }) {
  const review = useReviewOf(where, version.number).data
  if (!review) return null
  return <p className="muted">{plural(review.hunks.length, 'hunk')} suggested by {who(review.author)}: <Link to="/reviews/$review" params={{ review: review.id }}>where each comes from, and what was decided</Link></p>
}

function Version({ where, version, versions, onMade }: { where: Where; version: PromptVersion; versions: PromptVersion[]; onMade: (number: number) => void }) {
  const change = useChange(where)
  const [doing, act] = useState<'promote' | 'revise' | 'improve' | null>(null)
  const isNewest = version.number === versions[0]?.number
  const restore = (): void => change.mutate({ number: version.number, what: 'restore' }, { onSuccess: (made) => onMade(made.number) })
  return (
    <>
      <section className={`card ${css.version}`} aria-labelledby="version">
        <header className={css.head}>
          <div>
            <h2 id="version">Version {version.number}{version.is_production && <span className={css.use}>in use</span>}</h2>
            <p className="muted">{version.parent === null ? 'Made from nothing' : `Made from version ${version.parent}`} by {who(version.author)}, <When at={version.made_at} /></p>
          </div>
          <div className={parts.actions}>
            <Button size="compact-sm" variant="default" onClick={() => act('revise')}>Write the next from it</Button>
            {isNewest && <Button size="compact-sm" variant="default" onClick={() => act('improve')}>Have it improved…</Button>}
            {!isNewest && <Button size="compact-sm" variant="default" loading={change.isPending} onClick={restore}>Restore</Button>}
            <Button size="compact-sm" variant={version.is_production ? 'default' : 'filled'} onClick={() => act('promote')}>{version.is_production ? 'Take out of use' : 'Mark as in use'}</Button>
          </div>
        </header>
        {version.changelog && <p className={parts.text}>{version.changelog}</p>}
        <Origin where={where} version={version} />
        <Proven version={version} />
        {change.isError && <Trouble error={change.error} safe="No version was changed." />}
      </section>
      <Change version={version} versions={versions} />
      <Promote where={where} version={version} opened={doing === 'promote'} onClose={() => act(null)} />
      {doing === 'improve' && <Improve where={where} onClose={() => act(null)} />}
      <Revise where={where} version={version} opened={doing === 'revise'} onClose={() => act(null)} onMade={onMade} />
    </>
  )
}

function Proven({ version: { proof, parent } }: { version: PromptVersion }) {
  if (!proof) return <p className="muted">Nothing was measured of it on held-out cases.</p>
  return (
    <div className={css.proof}>
      <EffectMark value={proof.difference} interval={proof.interval} verdict={proof.verdict} cases={proof.cases} />
      <p className="muted">Against {parent === null ? 'what it was made from' : `version ${parent}`}, in <Link to="/runs/$run" params={{ run: proof.run }}>this run</Link>.{proof.reason && ` ${capital(words(proof.reason)).replace(/\.$/, '')}.`}{proof.warnings > 0 && ` Judges warn of ${proof.warnings} more of its answers.`}{proof.regressions.length > 0 && ` Worse on ${proof.regressions.join(', ')}.`}</p>
      <p className={proof.unsafe ? parts.note : 'muted'}>{tellUnsafe(proof.unsafe)}</p>
    </div>
  )
}

/** What was changed from one version to another, part by part. */
function Change({ version, versions }: { version: PromptVersion; versions: PromptVersion[] }) {
  const search = route.useSearch()
  const go = route.useNavigate()
  const narrow = useMediaQuery('(max-width: 900px)')
  const others = versions.filter((one) => one.number !== version.number)
  const against = others.find((one) => String(one.number) === search.against) ?? others.find((one) => one.number === version.parent)
  const view = !against ? 'text' : search.view ?? (narrow ? 'unified' : 'split')
  const set = (changes: { view?: string; against?: string }): void => void go({ search: { ...search, ...changes }, replace: true })
  return (
    <section className={`card ${css.version}`} aria-labelledby="change">
      <header className={css.head}>
        <h2 id="change">{view === 'text' || !against ? 'Text' : `From version ${against.number} to ${version.number}`}</h2>
        {others.length > 0 && (
          <div className={parts.actions}>
            <Select size="xs" w={150} aria-label="Compare with" placeholder="Compare with" value={against ? String(against.number) : null} data={others.map((one) => ({ value: String(one.number), label: `Version ${one.number}` }))} onChange={(number) => set({ ...(number ? { against: number } : {}), view: search.view === 'text' || !search.view ? (narrow ? 'unified' : 'split') : search.view })} />
            {against && <SegmentedControl size="xs" aria-label="Shown as" data={narrow ? VIEWS.slice(1) : VIEWS} value={view} onChange={(v) => set({ view: v })} />}
          </div>
        )}
      </header>
      {view === 'text' || !against ? <Texts version={version} /> : <Diffs before={against} after={version} split={view === 'split' && !narrow} />}
    </section>
  )
}

const partsOf = (version: PromptVersion): [string, string][] => [['System', version.system], ['User', version.user], ['Examples', version.few_shots.map((shot) => `user: ${shot.user}\nassistant: ${shot.assistant}\n`).join('')], ['Tools', version.tools.length > 0 ? JSON.stringify(version.tools, null, 2) : '']]

function Texts({ version }: { version: PromptVersion }) {
  return partsOf(version).filter(([, text]) => text).map(([name, text]) => <div key={name} className={css.part}><h3>{name}</h3><p className={css.plain}><Templated text={text} /></p></div>)
}

function Diffs({ before, after, split }: { before: PromptVersion; after: PromptVersion; split: boolean }) {
  const found = useMemo(() => {
    const old = partsOf(before)
    return partsOf(after).flatMap(([name, text], i) => (text === old[i]?.[1] ? [] : [{ name, rows: compare(old[i]?.[1] ?? '', text) }]))
  }, [before, after])
  if (found.length === 0) return <p className="muted">Both say the same.</p>
  return found.map(({ name, rows }) => <div key={name} className={css.part}><h3>{name}</h3><DiffView rows={rows} split={split} label={`${name}, compared`} /></div>)
}

const DONE = { version_added: 'added', promoted: 'marked as in use', demoted: 'taken out of use' }

function History({ where }: { where: Where }) {
  const changes = useChanges(where)
  if (!changes.data) return null
  return (
    <section className={`card ${css.version}`} aria-labelledby="history">
      <h2 id="history">What was done</h2>
      <ol className={css.history}>{[...changes.data].reverse().map((one) => <li key={one.revision}><span><b>Version {one.version}</b> {DONE[one.kind]} by {who(one.author)}, <span className="muted"><When at={one.at} /></span></span>{one.note && <span className="muted">{one.note}</span>}</li>)}</ol>
    </section>
  )
}
