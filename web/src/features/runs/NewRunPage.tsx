import { Button, FileInput, NumberInput, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { NewRun } from '../../api/client'
import { count, plural } from '../../lib/numbers'
import { EstimateCard } from '../../ui/EstimateCard'
import { PageHead, parts, Trouble } from '../../ui/Parts'
import css from './NewRunPage.module.css'
import { useEstimate, useStart } from './queries'

const DRAFT = 'edison.draft.suite'
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
  const go = useNavigate()
  const [text, setText] = useState(() => sessionStorage.getItem(DRAFT) ?? '')
  const [files, setFiles] = useState<Record<string, string>>({})
  const [budget, setBudget] = useState<number | string>('')
  const key = useRef(crypto.randomUUID())
  const estimate = useEstimate()
  const start = useStart()
  const write = (value: string): void => {
    sessionStorage.setItem(DRAFT, value)
    setText(value)
    key.current = crypto.randomUUID()
    estimate.reset()
  }
  const wish: NewRun = { name: text.trimStart().startsWith('{') ? 'suite.json' : 'suite.yaml', suite: text, files, budget_usd: typeof budget === 'number' && budget > 0 ? budget : null }
  const take = async (chosen: File[]): Promise<void> => {
    for (const file of chosen) {
      const content = await file.text()
      if (/\.ya?ml$/i.test(file.name) || (/\.json$/i.test(file.name) && /"(prompt|arms)"/.test(content))) write(content)
      else setFiles((old) => ({ ...old, [file.name]: content }))
    }
    estimate.reset()
  }
  const begin = (): void => start.mutate({ wish, key: key.current }, { onSuccess: (run) => { sessionStorage.removeItem(DRAFT); void go({ to: '/runs/$run', params: { run: run.id } }) } })
  return (
    <div className={parts.page}>
      <PageHead title="New run">A suite says who is asked what, how answers are checked and who judges them. Take a file, or write it here; nothing is sent before you start it.</PageHead>
      <div className={css.two}>
        <section className={`card ${css.form}`}>
          <FileInput label="Files" description="The suite, and the files of cases that it names" placeholder="Choose files" multiple value={[]} onChange={(chosen) => void take(chosen)} />
          {Object.keys(files).length > 0 && <p className="muted">With it: {Object.entries(files).map(([name, content]) => `${name} (${count(content.length)} characters)`).join(', ')}</p>}
          <Textarea label="Suite" description="YAML or JSON" placeholder={EXAMPLE} autosize minRows={14} maxRows={28} value={text} onChange={(e) => write(e.currentTarget.value)} classNames={{ input: css.code ?? '' }} spellCheck={false} />
          <NumberInput label="Budget in dollars" description="Judges included; it is never exceeded. Empty takes what the suite says." min={0} decimalScale={2} prefix="$" value={budget} onChange={(value) => { setBudget(value); estimate.reset() }} maw={260} />
          <div className={parts.actions}>
            <Button variant={estimate.data ? 'default' : 'filled'} disabled={!text.trim()} loading={estimate.isPending} onClick={() => estimate.mutate(wish)}>Look at it first</Button>
            {!text && <Button variant="subtle" onClick={() => write(EXAMPLE)}>Begin with an example</Button>}
          </div>
        </section>
        <div className={css.side}>
          {estimate.isError && <Trouble error={estimate.error} safe="Nothing was started and nothing was paid for." />}
          {start.isError && <Trouble error={start.error} safe="Nothing was started twice: try again with the same button." />}
          {estimate.data && (
            <EstimateCard estimate={estimate.data} counts={[['Answers', estimate.data.cells], ['Judgments, at most', estimate.data.judgments]]} start="Start the run" isStarting={start.isPending} onStart={begin}>
              {plural(estimate.data.cases, 'case')} for {estimate.data.arms.join(', ')}{estimate.data.judges.length > 0 && `; judged by ${estimate.data.judges.join(', ')}`}.
            </EstimateCard>
          )}
        </div>
      </div>
    </div>
  )
}
