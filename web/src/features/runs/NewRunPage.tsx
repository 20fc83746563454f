import { Button, FileInput, NumberInput, SegmentedControl, Textarea } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import type { NewRun } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { count, plural } from '../../lib/numbers'
import { EstimateCard } from '../../ui/EstimateCard'
import { Coming, PageHead, parts, Trouble } from '../../ui/Parts'
import { ALL_CASES, type SomeDraft, SomeCasesFields, someOf } from '../../ui/SomeCases'
import css from './NewRunPage.module.css'
import { AS_THE_SUITE_SAYS, Refining, type RefineDraft, refineWishOf } from './Refining'
import { useEstimate, useStart } from './queries'

const route = getRouteApi('/runs/new')
const DOES = [{ value: 'run', label: 'Ask, check and judge' }, { value: 'refine', label: 'Refine the prompt' }]
const EXAMPLE = `name: capitals
goal: Name capitals correctly.
arms:
  - openai/gpt-4o-mini
prompt: "What is the capital of {{ country }}?"
cases:
  - {id: france, country: France, expect: Paris}
  - {id: chile, country: Chile, expect: Santiago}
checks:
  - icontains: "{{ expect }}"
`

/** A suite from a file or from the clipboard: looked at first, with what it may cost, then started. */
export default function NewRunPage() {
  const go = route.useNavigate()
  const isRefining = route.useSearch().do === 'refine'
  const refining = useDraft<RefineDraft>('refine', AS_THE_SUITE_SAYS)
  // Kept in this browser until it is started: a closed tab or a crash loses nothing.
  const suite = useDraft<{ text: string; files: Record<string, string>; budget: number | string; atOnce?: number | string; some?: SomeDraft }>('suite', { text: '', files: {}, budget: '' })
  const { text, files, budget } = suite.value
  const key = useRef(crypto.randomUUID())
  const estimate = useEstimate()
  const start = useStart()
  const anew = (): void => {
    key.current = crypto.randomUUID()
    estimate.reset()
    start.reset()
  }
  const write = (change: Partial<typeof suite.value>): void => {
    suite.write({ ...suite.value, ...change })
    anew()
  }
  const wish: NewRun = { name: text.trimStart().startsWith('{') ? 'suite.json' : 'suite.yaml', suite: text, files, budget_usd: typeof budget === 'number' && budget > 0 ? budget : null, concurrency: typeof suite.value.atOnce === 'number' ? suite.value.atOnce : null, refine: isRefining ? refineWishOf(refining.value) : null, ...someOf({ ...(suite.value.some ?? ALL_CASES), ...(isRefining ? { pause: null } : {}) }) }
  const take = async (chosen: File[]): Promise<void> => {
    const change = { text, files: { ...files } }
    for (const file of chosen) {
      const content = await file.text()
      if (/\.ya?ml$/i.test(file.name) || (/\.json$/i.test(file.name) && /"(prompt|arms)"/.test(content))) change.text = content
      else change.files[file.name] = content
    }
    write(change)
  }
  const begin = (): void => start.mutate({ wish, key: key.current }, { onSuccess: (run) => { suite.forget(); refining.forget(); void go({ to: isRefining ? '/runs/$run/refinement' : '/runs/$run', params: { run: run.id }, search: {} }) } })
  return (
    <div className={parts.page}>
      <PageHead title="New run">A suite says who is asked what, how answers are checked and who judges them. Take a file, or write it here; nothing is sent before you start it.</PageHead>
      <div className={css.two}>
        <section className={`card ${css.form}`}>
          <SegmentedControl aria-label="What is done" data={DOES} value={isRefining ? 'refine' : 'run'} onChange={(what) => { anew(); void go({ search: what === 'refine' ? { do: what } : {}, replace: true }) }} />
          {isRefining && <p className="muted">Round after round: what is weak, what judges suggest, what a model writes, and whether that is surely better on cases that nobody wrote by. The suite needs a judge and enough cases.</p>}
          <FileInput label="Files" description="The suite, and the files of cases that it names" placeholder="Choose files" multiple value={[]} onChange={(chosen) => void take(chosen)} />
          {Object.keys(files).length > 0 && <p className="muted">With it: {Object.entries(files).map(([name, content]) => `${name} (${count(content.length)} characters)`).join(', ')}</p>}
          <Textarea label="Suite" description="YAML or JSON" placeholder={EXAMPLE} autosize minRows={14} maxRows={28} value={text} onChange={(e) => write({ text: e.currentTarget.value })} classNames={{ input: css.code ?? '' }} spellCheck={false} />
          {isRefining && <Refining value={refining.value} onChange={(value) => { refining.write(value); anew() }} />}
          <SomeCasesFields value={suite.value.some ?? ALL_CASES} onChange={(some) => write({ some })} />
          <div className={css.pair}>
            <NumberInput label="Budget in dollars" description="Judges included; it is never exceeded. Empty takes what the suite says." min={0} decimalScale={2} prefix="$" value={budget} onChange={(value) => write({ budget: value })} />
            <NumberInput label="Calls at once" description="In flight, to each model. Empty takes what the suite says, or 64." min={1} max={10_000} allowDecimal={false} value={suite.value.atOnce ?? ''} onChange={(atOnce) => write({ atOnce })} />
          </div>
          <div className={parts.actions}>
            <Button variant={estimate.data ? 'default' : 'filled'} disabled={!text.trim()} loading={estimate.isPending} onClick={() => estimate.mutate(wish)}>Look at it first</Button>
            {!text && <Button variant="subtle" onClick={() => write({ text: EXAMPLE })}>Begin with an example</Button>}
          </div>
        </section>
        <div className={css.side}>
          {estimate.isError && <Trouble error={estimate.error} safe="Nothing was started and nothing was paid for." />}
          {start.isError && <Trouble error={start.error} safe="Nothing was started twice: try again with the same button." />}
          {!estimate.data && !estimate.isError && <Coming>Who is asked how often, and what that may cost as a range with its hard cap, stands here after “Look at it first”. Nothing is sent and nothing is stored for it.</Coming>}
          {estimate.data && (
            <EstimateCard estimate={estimate.data} counts={[[isRefining ? 'Answers, at most' : 'Answers', estimate.data.cells], ['Judgments, at most', estimate.data.judgments]]} start={isRefining ? 'Start refining' : 'Start the run'} isStarting={start.isPending} onStart={begin}>
              {plural(estimate.data.cases, 'case')} for {estimate.data.arms.join(', ')}{estimate.data.judges.length > 0 && `; judged by ${estimate.data.judges.join(', ')}`}.
            </EstimateCard>
          )}
        </div>
      </div>
    </div>
  )
}
