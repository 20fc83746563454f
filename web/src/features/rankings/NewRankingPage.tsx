import { Button, FileInput, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { NewRanking } from '../../api/client'
import { useProjects } from '../../api/projects'
import { useDraft } from '../../lib/draft'
import { inBase64 } from '../../lib/files'
import { plural } from '../../lib/numbers'
import { EstimateCard } from '../../ui/EstimateCard'
import { Coming, PageHead, parts, Trouble } from '../../ui/Parts'
import { JudgesOf } from '../judges/JudgesOf'
import { Dealing, type Dealt } from './Dealing'
import { Elsewhere } from './Elsewhere'
import { Forecast } from './Forecast'
import { Given } from './Given'
import { KeepAssignment } from './KeepAssignment'
import css from './NewRankingPage.module.css'
import { useAssignments, useCards, useEstimate, useScales, useStart } from './queries'
import { AS_USUAL, type Options, saidOf } from './options'
import { OptionFields } from './OptionFields'
import { addressesIn, blocksOf, isList, isReadThere, isText } from './texts'

const EMPTY = { options: AS_USUAL, name: '', goal: '', pasted: '', judges: [] as string[], scale: null as string | null, grades: {} as Record<string, string>, project: null as string | null, assignment: null as string | null, comparisons: '' as number | string, budget: '' as number | string, ...({ pairing: 'adaptive', both: false, ties: false, atOnce: '' } satisfies Dealt as Dealt) }
type Draft = typeof EMPTY
const positive = (value: number | string): number | null => (typeof value === 'number' && value > 0 ? value : null)

/** What is asked for; texts with a grade are anchors. */
function wishOf(draft: Draft, texts: [string, string][], sent: NewRanking['files'], isGraded: boolean): NewRanking {
  const gradeOf = (text: string): string | undefined => (isGraded ? draft.grades[text] : undefined)
  return {
    name: draft.name,
    goal: draft.goal,
    texts: Object.fromEntries(texts.filter(([, text]) => !gradeOf(text))),
    anchors: Object.fromEntries(texts.flatMap(([name, text]) => { const grade = gradeOf(text); return grade ? [[name, { grade, text }]] : [] })),
    ...saidOf({ ...AS_USUAL, ...draft.options }),
    files: sent,
    scale: draft.scale,
    assignment: draft.assignment && (draft.project ? `${draft.project}/${draft.assignment}` : draft.assignment),
    judges: draft.judges,
    comparisons: positive(draft.comparisons),
    budget_usd: positive(draft.budget),
    pairing: draft.pairing,
    both_orders: draft.both,
    ties: draft.ties,
    concurrency: positive(draft.atOnce),
  }
}

/** Texts, who compares them and by what; looked at first, with what it may cost, then started. */
export default function NewRankingPage() {
  const go = useNavigate()
  const draft = useDraft('ranking', EMPTY)
  const [files, setFiles] = useState<Record<string, string>>({})
  const [leftOut, leaveOut] = useState<string[]>([])
  const [sent, send] = useState<NonNullable<NewRanking['files']>>([])
  const [byAssignment] = useState(draft.value.assignment !== null)
  const key = useRef(crypto.randomUUID())
  const estimate = useEstimate()
  const start = useStart()
  const value = { ...EMPTY, ...draft.value }
  const projects = useProjects().data ?? []
  const assignments = useAssignments(value.project ?? undefined).data ?? []
  const scales = useScales().data ?? []
  const judges = [...new Set((useCards().data ?? []).map((card) => card.judge.name).filter((name) => name.includes('/')))]
  const assignment = assignments.find((one) => one.name === value.assignment)
  const grades = scales.find((one) => one.name === value.scale)?.grades ?? (value.scale === null ? assignment?.grades : undefined) ?? []
  const texts: [string, string][] = [...Object.entries(files), ...blocksOf(value.pasted, new Set(Object.keys(files)))]
  const wish = wishOf(value, texts, sent, grades.length > 0)
  const anew = (): void => {
    key.current = crypto.randomUUID()
    estimate.reset()
    start.reset()
  }
  const write = (changes: Partial<Draft>): void => {
    draft.write({ ...value, ...changes })
    anew()
  }
  const options = { ...AS_USUAL, ...value.options }
  const onWeb = addressesIn(options.addresses).web
  const choose = (change: Partial<Options>): void => write({ options: { ...options, ...change } })
  const take = async (chosen: File[]): Promise<void> => {
    const read = await Promise.all(chosen.filter((file) => isText(file.name)).map(async (file) => [file.name, await file.text()] as const))
    setFiles((old) => ({ ...old, ...Object.fromEntries(read) }))
    const there = await Promise.all(chosen.filter((file) => isReadThere(file.name)).map(inBase64))
    send((old) => [...old.filter((one) => !there.some((other) => other.name === one.name)), ...there])
    leaveOut(chosen.map((file) => file.name).filter((name) => !isText(name) && !isReadThere(name) && !isList(name)))
    const lists = await Promise.all(chosen.filter((file) => isList(file.name)).map((file) => file.text()))
    if (lists.length > 0) choose({ addresses: [options.addresses, ...lists].map((lines) => lines.trim()).filter(Boolean).join('\n') })
    anew()
  }
  const drop = (name: string): void => {
    setFiles((old) => Object.fromEntries(Object.entries(old).filter(([one]) => one !== name)))
    anew()
  }
  const begin = (): void => start.mutate({ wish, key: key.current }, { onSuccess: (run) => { draft.forget(); void go({ to: '/runs/$run/ranking', params: { run: run.id } }) } })
  const isReady = (texts.length > 0 || sent.length > 0 || onWeb.length > 0 || (assignment?.texts.length ?? 0) > 0) && (value.judges.length > 0 || options.judgesOf !== null || (assignment?.judges.length ?? 0) > 0)
  return (
    <div className={parts.page}>
      <PageHead title="New ranking">Judges compare two texts at a time until their order stands. Nothing is sent before you start it.</PageHead>
      <div className={css.two}>
        <div className={`card ${css.form}`}>
          <section aria-labelledby="what" className={css.section}>
            <h2 id="what">Texts</h2>
            <FileInput label="Files" description=".txt, .md or .docx with one text each; .csv or .jsonl with id and text in every line" placeholder="Choose files" multiple accept=".txt,.md,.docx,.csv,.tsv,.jsonl,.list" value={[]} onChange={(chosen) => void take(chosen)} />
            {leftOut.length > 0 && <p className={parts.note} role="status">Left out, since it is none of these kinds: {leftOut.join(', ')}.</p>}
            {sent.length > 0 && <ul className={css.sent}>{sent.map((one) => <li key={one.name}>{one.name} <span className="muted">is read when you look at it</span> <Button variant="subtle" size="compact-xs" aria-label={`Leave ${one.name} out`} onClick={() => { send((old) => old.filter((other) => other.name !== one.name)); anew() }}>Leave it out</Button></li>)}</ul>}
            <Textarea label="Or paste texts" description="One below the other, a line of three dashes (---) between them" autosize minRows={3} maxRows={18} value={value.pasted} onChange={(e) => write({ pasted: e.currentTarget.value })} />
          </section>
          <section aria-labelledby="who" className={css.section}>
            <h2 id="who">Who compares, and by what</h2>
            <Textarea label="Question" description="What the texts were written for, and what makes one better; judges read it" placeholder={assignment?.task || 'Write a letter to the head teacher about a later start of school.'} autosize minRows={1} maxRows={8} value={value.goal} onChange={(e) => write({ goal: e.currentTarget.value })} />
            <div className={css.pair}>
              <TagsInput label="Judges" description="PROVIDER/MODEL each; Enter adds one" placeholder={value.judges.length > 0 ? '' : (assignment?.judges.join(', ') || 'openai/gpt-4o-mini')} data={judges} clearable splitChars={[',', ' ', ';']} value={value.judges} onChange={(chosen) => write({ judges: chosen })} />
              <Select label="Scale" description="With one, all texts get grades" clearable placeholder={assignment?.scale ?? 'Without grades'} value={value.scale} data={scales.map((one) => ({ value: one.name, label: `${one.name} (${one.grades[0]} … ${one.grades.at(-1)})` }))} onChange={(scale) => write({ scale, grades: {} })} />
            </div>
          </section>
          <section aria-labelledby="far" className={css.section}>
            <h2 id="far">Name and limits</h2>
            <div className={css.three}>
              <TextInput label="Name" description="In lists" placeholder={assignment?.name ?? 'ranking'} maxLength={200} value={value.name} onChange={(e) => write({ name: e.currentTarget.value })} />
              <NumberInput label="Comparisons, at most" description="Eight a text and judge" placeholder="120 at least" min={1} allowDecimal={false} value={value.comparisons} onChange={(comparisons) => write({ comparisons })} />
              <NumberInput label="Budget in dollars" description="It is never exceeded" placeholder="none" min={0} decimalScale={2} prefix="$" value={value.budget} onChange={(budget) => write({ budget })} />
            </div>
          </section>
          <section aria-label="Seldom needed" className={css.seldom}>
            {(assignments.length > 0 || projects.length > 0) && (
              <details className={parts.fold} open={byAssignment}>
                <summary>By an assignment <span className="muted">{value.assignment ?? 'none'}</span></summary>
                <div className={css.pair}>
                  {projects.length > 0 && <Select label="Project" description="Whose assignments are offered" clearable placeholder="Of no project" value={value.project} data={projects.map((one) => ({ value: one.slug, label: one.name }))} onChange={(project) => write({ project, assignment: null })} />}
                  <Select label="Assignment" description={assignments.length > 0 ? 'What is left open here is taken from it' : 'None is kept here'} clearable placeholder="None" disabled={assignments.length === 0} value={value.assignment} data={assignments.map((one) => one.name)} onChange={(chosen) => write({ assignment: chosen })} />
                </div>
              </details>
            )}
            <Elsewhere value={options.addresses} there={[...Object.keys(files), ...sent.map((one) => one.name)]} onChange={(addresses) => choose({ addresses })} />
            <JudgesOf value={options.judgesOf} what="compare" onChange={(judgesOf) => choose({ judgesOf })} />
            <Dealing value={value} wave={options.wave} seed={options.seed} onChange={write} onOption={choose} />
            <OptionFields value={options} judges={value.judges} onChange={choose} />
          </section>
          <div className={parts.actions}>
            <Button variant={estimate.data ? 'default' : 'filled'} disabled={!isReady} loading={estimate.isPending} onClick={() => estimate.mutate(wish)}>Look at it first</Button>
            {!isReady && <span className="muted">It needs texts and a judge.</span>}
            {draft.isBegun && <span className="muted" role="status">{draft.told}{Object.keys(files).length + sent.length > 0 && ', files excepted'}</span>}
          </div>
        </div>
        <div className={css.side}>
          {estimate.isError && <Trouble error={estimate.error} safe="Nothing was started and nothing was paid for." />}
          {start.isError && <Trouble error={start.error} safe="Nothing was started twice: try again with the same button." />}
          {estimate.data && (
            <EstimateCard estimate={estimate.data} counts={[['Comparisons, at most', estimate.data.judgments]]} start="Start the ranking" isStarting={start.isPending} onStart={begin}>
              {plural(estimate.data.cases, 'text')}, compared by {estimate.data.judges.join(', ')}.
            </EstimateCard>
          )}
          {!estimate.data && !estimate.isError && <Coming>How many comparisons are asked for at most, and what they may cost, stands here after “Look at it first”. Nothing is sent for it.</Coming>}
          <Given texts={texts} files={files} grades={grades} given={value.grades} fromAssignment={texts.length === 0 ? (assignment?.texts ?? []) : []} onGrade={(given) => write({ grades: given })} onDrop={drop} />
          {texts.length + sent.length + onWeb.length > 1 && <Forecast wish={{ texts: wish.texts ?? {}, anchors: wish.anchors ?? {}, files: sent, addresses: onWeb }} />}
          <KeepAssignment project={value.project} chosen={assignment} says={{ task: value.goal || null, scale: value.scale, judges: value.judges.length > 0 ? value.judges : null, anchors: Object.keys(wish.anchors ?? {}).length > 0 ? (wish.anchors ?? null) : null, rubric: wish.rubric ?? null, instructions: null }} onKept={(name) => write({ assignment: name })} onForgotten={() => write({ assignment: null })} />
        </div>
      </div>
    </div>
  )
}
