import { Button, FileInput, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Battery, NewBattery } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { count, plural, usd, words } from '../../lib/numbers'
import { EstimateCard } from '../../ui/EstimateCard'
import { Bones, Coming, PageHead, parts, State, Trouble, When } from '../../ui/Parts'
import { ALL_CASES, type SomeDraft, SomeCasesFields, someOf } from '../../ui/SomeCases'
import css from './BatteriesPage.module.css'
import { type Given, useBatteryRuns, useChecked, useEstimate, useSamples, useStart } from './queries'

const route = getRouteApi('/batteries')
interface Draft { embedder?: string; system?: string; tokens?: number | string; timeout?: number | string; seed?: number | string; some?: SomeDraft; given: Given | null; pasted: string; models: string[]; judge: string; runs: number | string; drift: number | string; budget: number | string }
const EMPTY: Draft = { given: null, pasted: '', models: [], judge: '', runs: 1, drift: '', budget: '' }
const numberOf = (value: number | string): number | null => (typeof value === 'number' ? value : null)

/** A file of tests: dropped, looked at, run with the models that are named. */
export default function BatteriesPage() {
  const go = route.useNavigate()
  const draft = useDraft<Draft>('battery', EMPTY)
  const key = useRef(crypto.randomUUID())
  const estimate = useEstimate()
  const start = useStart()
  const d = draft.value
  const given: Given | null = d.given ?? (d.pasted.trim() ? { name: /^\s*[[{]/.test(d.pasted) ? 'pasted.json' : 'pasted.yaml', text: d.pasted, files: {}, sample: null } : null)
  const checked = useChecked(given)
  const write = (change: Partial<Draft>): void => {
    draft.write({ ...d, ...change })
    key.current = crypto.randomUUID()
    estimate.reset()
    start.reset()
  }
  const wish: NewBattery = { ...(given ?? { name: 'battery.json', text: '', files: {}, sample: null }), models: d.models, judge: d.judge.trim() || null, runs: numberOf(d.runs) ?? 1, drift_threshold: numberOf(d.drift), embedder: d.embedder?.trim() || null, max_tokens: numberOf(d.tokens ?? ''), timeout_s: numberOf(d.timeout ?? ''), system: d.system?.trim() ? d.system : null, seed: numberOf(d.seed ?? ''), budget_usd: numberOf(d.budget), ...someOf(d.some ?? ALL_CASES) }
  const begin = (): void => start.mutate({ wish, key: key.current }, { onSuccess: (run) => { draft.forget(); void go({ to: '/runs/$run', params: { run: run.id } }) } })
  return (
    <div className={parts.page}>
      <PageHead title="Batteries">Files whose tests each bring what is sent and what is expected: Edison’s own, BFCL and promptfoo. What will not be done is named before anything is asked.</PageHead>
      <div className={css.two}>
        <section className={`card ${css.form}`} aria-label="New battery">
          <Drop given={d.given} pasted={d.pasted} onTake={(taken) => write({ given: taken })} onPaste={(pasted) => write({ pasted })} />
          <Looked checked={checked.data} error={checked.error} isLooking={checked.isFetching} />
          <TagsInput label="Models" description={checked.data?.models.length ? `Empty asks those of the file: ${checked.data.models.join(', ')}` : 'As provider/model; Enter after each'} placeholder={d.models.length ? '' : 'openai/gpt-4o-mini'} value={d.models} onChange={(models) => write({ models })} />
          <div className={css.row}>
            <NumberInput label="Runs of each test" min={1} max={1000} value={d.runs} onChange={(runs) => write({ runs })} />
            <TextInput label="Judge" placeholder="none" disabled={checked.data?.judged === 0} value={d.judge} onChange={(e) => write({ judge: e.currentTarget.value })} />
            <NumberInput label="Drift, at most" placeholder="as the file" min={0} max={2} step={0.05} decimalScale={2} disabled={checked.data?.drifts === 0} value={d.drift} onChange={(drift) => write({ drift })} />
            <NumberInput label="Budget in dollars" placeholder="none" min={0} decimalScale={2} prefix="$" value={d.budget} onChange={(budget) => write({ budget })} />
          </div>
          <details className={parts.fold}>
            <summary>How it is asked</summary>
            <Textarea label="System text" description="Sent where a test has none of its own" autosize minRows={2} maxRows={8} value={d.system ?? ''} onChange={(e) => write({ system: e.currentTarget.value })} />
            <div className={css.row}>
              <NumberInput label="Longest answer" placeholder="2,048 tokens" min={1} allowDecimal={false} value={d.tokens ?? ''} onChange={(tokens) => write({ tokens })} />
              <NumberInput label="Longest call" placeholder="as the provider" suffix=" s" min={1} value={d.timeout ?? ''} onChange={(timeout) => write({ timeout })} />
              <NumberInput label="Seed" placeholder="drawn" min={0} allowDecimal={false} value={d.seed ?? ''} onChange={(seed) => write({ seed })} />
              <TextInput label="Embedder" placeholder="this machine" title="Who makes the vectors for drift, similarity and clusters: as provider/model" value={d.embedder ?? ''} onChange={(e) => write({ embedder: e.currentTarget.value })} />
            </div>
          </details>
          <SomeCasesFields what="test" value={d.some ?? ALL_CASES} onChange={(some) => write({ some })} />
          <div className={parts.actions}><Button variant={estimate.data ? 'default' : 'filled'} disabled={!checked.data} loading={estimate.isPending} onClick={() => estimate.mutate(wish)}>Look at it first</Button></div>
        </section>
        <div className={css.side}>
          {estimate.isError && <Trouble error={estimate.error} safe="Nothing was started and nothing was paid for." />}
          {start.isError && <Trouble error={start.error} safe="Nothing was started twice: try again with the same button." />}
          {!estimate.data && !estimate.isError && <Coming>How many answers each model is asked for, and what that may cost, stands here after “Look at it first”. Nothing is sent for it.</Coming>}
          {estimate.data && <EstimateCard estimate={estimate.data} counts={[['Answers', estimate.data.cells], ['Judgments, at most', estimate.data.judgments]]} start="Run the battery" isStarting={start.isPending} onStart={begin}>{plural(estimate.data.cases, 'test')} for {estimate.data.arms.join(', ')}{estimate.data.judges.length > 0 && `; judged by ${estimate.data.judges.join(', ')}`}.</EstimateCard>}
        </div>
      </div>
      <Past />
    </div>
  )
}

function Drop({ given, pasted, onTake, onPaste }: { given: Given | null; pasted: string; onTake: (given: Given | null) => void; onPaste: (text: string) => void }) {
  const samples = useSamples().data ?? []
  const [over, setOver] = useState(false)
  /** The first file is the battery; others are those that it names. */
  const take = async (files: File[]): Promise<void> => {
    const read = await Promise.all(files.map(async (file) => [file.name, await file.text()] as const))
    const main = read.find(([name]) => /\.(ya?ml|json|jsonl)$/i.test(name)) ?? read[0]
    if (main) onTake({ name: main[0], text: main[1], files: Object.fromEntries(read.filter((one) => one !== main)), sample: null })
  }
  return (
    <div className={css.drop} role="group" aria-label="A file of tests" data-over={over || undefined} onDragOver={(e) => { e.preventDefault(); setOver(true) }} onDragLeave={() => setOver(false)} onDrop={(e) => { e.preventDefault(); setOver(false); void take([...e.dataTransfer.files]) }}>
      {given ? <p><b>{given.sample ? `${given.sample}, which comes with Edison` : given.name}</b>{Object.keys(given.files).length > 0 && ` with ${Object.keys(given.files).join(', ')}`} <Button variant="subtle" size="compact-xs" onClick={() => onTake(null)}>Leave it out</Button></p> : (
        <>
          <p className="muted">Drop a file here, or choose one.</p>
          <FileInput aria-label="File of tests" placeholder="Choose files" multiple accept=".json,.jsonl,.yaml,.yml,.csv" value={[]} onChange={(files) => void take(files)} />
          <Textarea aria-label="Or paste it" placeholder="Or paste it" autosize minRows={2} maxRows={10} w="100%" spellCheck={false} classNames={{ input: css.code ?? '' }} value={pasted} onChange={(e) => onPaste(e.currentTarget.value)} />
        </>
      )}
      {!given && <div className={css.samples}>{samples.map((one) => <Button key={one.name} size="compact-sm" variant="default" title={one.about} onClick={() => onTake({ name: `${one.name}.json`, text: '', files: {}, sample: one.name })}>Sample: {one.name} ({one.tests})</Button>)}</div>}
    </div>
  )
}

/** One line that says what it holds, and everything that will not be done. */
function Looked({ checked, error, isLooking }: { checked: Battery | undefined; error: Error | null; isLooking: boolean }) {
  if (error) return <Trouble error={error} safe="Nothing was stored." />
  if (!checked) return isLooking ? <Bones lines={1} /> : null
  return (
    <div role="status">
      <p className={css.line}><b>{plural(checked.tests, 'test')}</b> in {plural(checked.categories, 'category', 'categories')} ({words(checked.form)}). {count(checked.evaluated)} of {plural(checked.assertions, 'assertion')} evaluated{checked.judged > 0 && `; ${plural(checked.judged, 'test')} with criteria for a judge`}{checked.drifts > 0 && `; ${plural(checked.drifts, 'test')} by meaning`}.</p>
      {checked.unhonoured.length > 0 && <details open><summary>{plural(checked.unhonoured.length, 'thing')} will not be done</summary><ul className={css.not}>{checked.unhonoured.map((one) => <li key={one}>{one}</li>)}</ul></details>}
    </div>
  )
}

function Past() {
  const runs = useBatteryRuns()
  if (runs.isLoadingError) return <Trouble error={runs.error} retry={() => void runs.refetch()} />
  if (!runs.data || runs.data.items.length === 0) return null
  return (
    <section className={`card ${parts.tablebox}`} tabIndex={0}>
      <table className={parts.table} data-stack>
        <caption className="sr">Batteries that were run, newest first</caption>
        <thead><tr><th scope="col">Battery</th><th scope="col">State</th><th scope="col" data-right>Tests</th><th scope="col" data-right>Models</th><th scope="col" data-right>Spent</th><th scope="col" data-right>Began</th></tr></thead>
        <tbody>{runs.data.items.map((run) => <tr key={run.id}><th scope="row"><Link to="/runs/$run" params={{ run: run.id }}>{run.name}</Link></th><td><State state={run.state} /> <span className="muted">{run.settlement === 'not_yet' ? '' : words(run.settlement)}</span></td><td data-right data-label="Tests">{count(run.cases)}</td><td data-right data-label="Models">{count(run.arms)}</td><td data-right data-label="Spent">{usd(run.spent_usd)}</td><td data-right data-label="Began"><When at={run.began_at} /></td></tr>)}</tbody>
      </table>
    </section>
  )
}
