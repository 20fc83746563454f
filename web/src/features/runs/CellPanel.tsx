import { ActionIcon, Button, Tabs } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Cell, Run } from '../../api/client'
import { count, milliseconds, score, spent, words } from '../../lib/numbers'
import { OutcomeMark } from '../../ui/Outcome'
import { Bones, Trouble } from '../../ui/Parts'
import { useFromCell } from '../compare/queries'
import { Attempts, Exchanges } from './CellCalls'
import css from './CellPanel.module.css'
import { Labels } from './Labels'
import { useCell } from './queries'
import { Trace } from './Trace'

/** One cell beside the grid: arrows go on moving while it is open, Escape closes it. */
export function CellPanel({ run, cell, onClose }: { run: Run; cell: string; onClose: () => void }) {
  const found = useCell(run.id, cell)
  useEffect(() => {
    const close = (e: KeyboardEvent): void => {
      if (e.key !== 'Escape' || e.defaultPrevented) return
      onClose()
      document.querySelector<HTMLElement>('[role=grid]')?.focus()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [onClose])
  const d = found.data
  return (
    <aside className={css.panel} aria-label="Cell">
      <header className={css.head}>
        <div className={css.called}><h2>{d ? d.arm || 'Handed in' : 'Cell'}</h2><span className="muted num">{d ? `${d.case}${run.repeats > 1 ? `, repeat ${d.repeat + 1}` : ''}` : ''}</span></div>
        <ActionIcon variant="subtle" color="gray" aria-label="Close cell" onClick={onClose}><IconX size={17} /></ActionIcon>
        {d && <div className={css.state}><OutcomeMark outcome={d.outcome === 'ok' && d.status === 'failed' ? 'check_failed' : d.outcome} withWord />{d.quality !== null && <b className={css.big}>{score(d.quality)}</b>}{d.messages && <OpenInCompare run={run.id} cell={d.number} />}</div>}
      </header>
      {found.isLoadingError ? <div className={css.body}><Trouble error={found.error} safe="Nothing was lost: the cell stays in the archive." retry={() => void found.refetch()} /></div> : !d ? <Bones /> : (
        <Tabs defaultValue="answer" className={css.tabs} keepMounted={false}>
          <Tabs.List><Tabs.Tab value="answer">Answer</Tabs.Tab><Tabs.Tab value="input">Exact input</Tabs.Tab><Tabs.Tab value="raw">Request and reply</Tabs.Tab><Tabs.Tab value="tries">Attempts {d.calls.length}</Tabs.Tab>{d.trace && <Tabs.Tab value="trace">Trace</Tabs.Tab>}</Tabs.List>
          <Tabs.Panel value="answer" className={css.body} tabIndex={0}><Answer run={run} cell={d} /></Tabs.Panel>
          {d.trace && <Tabs.Panel value="trace" className={css.body} tabIndex={0}><Trace trace={d.trace} /></Tabs.Panel>}
          <Tabs.Panel value="input" className={css.body} tabIndex={0}>{d.messages ? d.messages.map((m, i) => <section key={i}><h3>{m.role}</h3><p className={css.quote}>{m.text}</p></section>) : <p className="muted">Nobody was asked: the text was handed in, or the question could not be made.</p>}</Tabs.Panel>
          <Tabs.Panel value="raw" className={css.body} tabIndex={0}><Exchanges calls={d.calls} /></Tabs.Panel>
          <Tabs.Panel value="tries" className={css.body} tabIndex={0}><Attempts calls={d.calls} run={run} /></Tabs.Panel>
        </Tabs>
      )}
    </aside>
  )
}

/** The same question, ready to be asked again, and of other models. */
function OpenInCompare({ run, cell }: { run: string; cell: number }) {
  const open = useFromCell()
  const go = useNavigate()
  const begin = (): void => open.mutate({ run, cell }, { onSuccess: (chat) => void go({ to: '/compare/$chat', params: { chat: chat.id } }) })
  return <Button size="compact-xs" variant="default" loading={open.isPending} title={open.error?.message} onClick={begin}>Open in Compare</Button>
}

function Answer({ run, cell: d }: { run: Run; cell: Cell }) {
  return (
    <>
      <section><h3>Case</h3><dl className={css.values}>{Object.entries(d.variables).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{shown(value)}</dd></div>)}</dl></section>
      <section>
        <h3>Answer</h3>
        {d.answer ? <p className={css.answer}>{d.answer}</p> : d.tool_calls.length === 0 && <p className="muted">{d.outcome === 'pending' ? 'It is not answered yet.' : (d.sentence ?? 'There is no answer.')}</p>}
        {d.tool_calls.map((call) => <pre key={call.id} className={css.pre}>{call.name}({JSON.stringify(call.arguments, null, 2)})</pre>)}
        {d.answer_chars > d.answer.length && <p className="muted">The beginning of {count(d.answer_chars)} characters. <a href={`/api/runs/${run.id}/cells/${d.number}/answer`} download>Take the whole as a file</a></p>}
        {d.answer && d.sentence && <p className="muted">{d.sentence}</p>}
        <p className={`muted num ${css.facts}`}>{[d.from_cache ? 'kept from an earlier call' : milliseconds(d.latency_ms), d.tokens_out === null ? 'tokens unknown' : `${d.tokens_in === null ? 'unknown' : count(d.tokens_in)} tokens in, ${count(d.tokens_out)} out`, `${spent(d.cost_usd, d.calls.filter((c) => c.state === 'settled' && c.cost_usd === null).length)} with its judgments`, d.model].filter(Boolean).join(' · ')}</p>
      </section>
      {(d.expected !== null || d.must || d.must_not) && (
        <section><h3>Expected</h3>{d.expected !== null && <p className={css.quote}>{shown(d.expected)}</p>}{d.must && <p className={css.quote}>Must: {d.must}</p>}{d.must_not && <p className={css.quote}>Must not: {d.must_not}</p>}</section>
      )}
      {d.checks.length > 0 && (
        <section><h3>Checks</h3><ul className={css.checks}>{d.checks.map((c, i) => <li key={i}><OutcomeMark outcome={c.finding} /><span>{words(c.check)}{c.reason && <small>{c.reason}</small>}</span><span className="muted">{words(c.finding)}</span></li>)}</ul></section>
      )}
      {d.safety !== null && (
        <section><h3>Safety</h3>
          {d.safety.found.length === 0 && <p className="muted">Nothing found; looked for {d.safety.kinds.join(', ')}.</p>}
          {d.safety.found.map((one, i) => <p key={i} className={css.flag}>{one.kind === 'pii' ? 'Private data' : one.kind === 'secrets' ? 'A secret' : 'Sign of a jailbreak'}: {words(one.what)} <code>{one.shown}</code>{one.count > 1 && `, ${one.count} times`}</p>)}
        </section>
      )}
      <section>
        <h3>Judgments</h3>
        {d.judgments.length === 0 && <p className="muted">{run.judges.length === 0 ? 'This run has no judge.' : 'Not judged. It counts neither as zero nor as passed.'}</p>}
        {d.judgments.map((j, i) => <Judged key={i} said={j} />)}
      </section>
      {(d.answer || d.tool_calls.length > 0) && <Labels run={run} cell={d} />}
    </>
  )
}

function Judged({ said }: { said: Cell['judgments'][number] }) {
  return (
    <div className={css.said}>
      <div className={css.judge}><b>{said.judge}</b>{said.repeat > 0 && <span className="muted">repeat {said.repeat + 1}</span>}<span className="num">{said.quality === null ? '' : score(said.quality)}</span></div>
      {said.not_judged && <p><OutcomeMark outcome="not_judged" withWord /> {said.not_judged}</p>}
      {said.scores.map((s) => (
        <div key={s.criterion} className={css.judged}><span className={css.five}>{s.score.toFixed(1)}{s.highest !== null && <small> / {s.highest}</small>}</span><div><b>{s.criterion}</b><p>{s.reason}</p></div></div>
      ))}
      {said.verdict && <p>Stage {said.verdict}. {said.reason}</p>}
      {said.safety_flags.length > 0 && <p className={css.flag}>Warns of {said.safety_flags.map(words).join(', ')}.</p>}
      {said.suggestions.map((s, i) => <p key={i} className={css.advice}>{s.text}{s.because && <span className="muted"> {s.because}</span>}</p>)}
    </div>
  )
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
