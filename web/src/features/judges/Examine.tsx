import { Button, FileInput, Modal, NumberInput, Switch, TagsInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type Estimate, type NamedFile, type NewExamination, post, type Run, type SuiteText } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { plural } from '../../lib/numbers'
import { EstimateCard } from '../../ui/EstimateCard'
import { parts, Trouble } from '../../ui/Parts'
import { JudgesOf } from './JudgesOf'
import css from './JudgesPage.module.css'

const EMPTY = { judges: [] as string[], judgments: 200 as number | string, ties: false, budget: '' as number | string, atOnce: '' as number | string, seed: '' as number | string }

/** Judges, and what they are examined with; looked at first, with what it may cost, then started. */
export function Examine({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const go = useNavigate()
  const draft = useDraft('examination', EMPTY)
  const [file, setFile] = useState<{ name: string; text: string } | null>(null)
  const [judgesOf, setJudgesOf] = useState<SuiteText | null>(null)
  const [people, setPeople] = useState<NamedFile | null>(null)
  const key = useRef(crypto.randomUUID())
  const estimate = useMutation({ mutationFn: (wish: NewExamination) => post<Estimate>('/api/judges/estimate', wish) })
  const start = useMutation({ mutationFn: (wish: NewExamination) => post<Run>('/api/judges', wish, key.current) })
  const value = { ...EMPTY, ...draft.value }
  const wish: NewExamination = { judges: value.judges, judges_of: judgesOf, judgments: typeof value.judgments === 'number' ? value.judgments : 200, ties: value.ties, suite: file?.text ?? null, people, budget_usd: typeof value.budget === 'number' && value.budget > 0 ? value.budget : null, concurrency: typeof value.atOnce === 'number' ? value.atOnce : null, seed: typeof value.seed === 'number' ? value.seed : null }
  const anew = (): void => { key.current = crypto.randomUUID(); estimate.reset(); start.reset() }
  const write = (changes: Partial<typeof EMPTY>): void => { draft.write({ ...value, ...changes }); anew() }
  const begin = (): void => start.mutate(wish, { onSuccess: (run) => { draft.forget(); void go({ to: '/runs/$run', params: { run: run.id } }) } })
  return (
    <Modal opened={opened} onClose={onClose} title="Examine judges" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={css.form}>
        <p className="muted">Each reads the same texts, whose right answers are known, in both orders and more than once. When all is read, each has a card.</p>
        <TagsInput label="Judges" description="PROVIDER/MODEL each; Enter adds one" placeholder={value.judges.length > 0 ? '' : 'openai/gpt-4o-mini'} splitChars={[',', ' ', ';']} value={value.judges} onChange={(judges) => write({ judges })} data-autofocus />
        <JudgesOf value={judgesOf} what="are examined" onChange={(suite) => { setJudgesOf(suite); anew() }} />
        <FileInput label="Suite with right answers" description="Empty takes the starter suite that comes with Edison" placeholder={file?.name ?? 'The starter suite'} accept=".yaml,.yml,.json" clearable value={null} onChange={(chosen) => { anew(); if (chosen) void chosen.text().then((text) => setFile({ name: chosen.name, text })); else setFile(null) }} />
        {file && <p className="muted">{file.name}, {plural(file.text.length, 'character')}. <Button variant="subtle" size="compact-xs" onClick={() => { setFile(null); anew() }}>Take the starter suite</Button></p>}
        <FileInput label="What people chose" description="CSV with pair, choice (a, b or tie) and person, about pairs of the suite; the card then says how far it agrees with them" placeholder={people?.name ?? 'None'} accept=".csv,.tsv,.jsonl,.json" clearable value={null} onChange={(chosen) => { anew(); if (chosen) void chosen.text().then((content) => setPeople({ name: chosen.name, content })); else setPeople(null) }} />
        {people && <p className="muted">{people.name}, {plural(people.content.length, 'character')}. <Button variant="subtle" size="compact-xs" onClick={() => { setPeople(null); anew() }}>Leave it out</Button></p>}
        <div className={css.pair}>
          <NumberInput label="Judgments of each, at most" min={2} allowDecimal={false} value={value.judgments} onChange={(judgments) => write({ judgments })} />
          <NumberInput label="Budget in dollars" description="It is never exceeded" min={0} decimalScale={2} prefix="$" value={value.budget} onChange={(budget) => write({ budget })} />
          <NumberInput label="Calls at once" description="In flight, to each model" placeholder="64" min={1} max={10_000} allowDecimal={false} value={value.atOnce} onChange={(atOnce) => write({ atOnce })} />
          <NumberInput label="Seed" description="Makes questions and their order repeatable" placeholder="1" min={0} allowDecimal={false} value={value.seed} onChange={(seed) => write({ seed })} />
        </div>
        <Switch label="They may call a tie" checked={value.ties} onChange={(e) => write({ ties: e.currentTarget.checked })} />
        {estimate.isError && <Trouble error={estimate.error} safe="Nothing was started and nothing was paid for." />}
        {start.isError && <Trouble error={start.error} safe="Nothing was started twice: try again with the same button." />}
        {estimate.data ? <EstimateCard estimate={estimate.data} counts={[['Judgments, at most', estimate.data.judgments]]} start="Start the examination" isStarting={start.isPending} onStart={begin}>{estimate.data.judges.join(', ')}: {plural(estimate.data.cases, 'text')}.</EstimateCard> : <div className={parts.actions}><Button disabled={value.judges.length === 0 && judgesOf === null} loading={estimate.isPending} onClick={() => estimate.mutate(wish)}>Look at it first</Button></div>}
      </div>
    </Modal>
  )
}
