import { ActionIcon, Button, FileButton, Menu, Textarea, TextInput } from '@mantine/core'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Chat, ChatAnswer } from '../../api/client'
import { useDraft } from '../../lib/draft'
import { count, milliseconds, plural, usd } from '../../lib/numbers'
import { Bones, Meter, PageHead, parts, Trouble } from '../../ui/Parts'
import css from './Compare.module.css'
import { ask, type Question, readImage, stop, useChat } from './queries'
import { Difference, Pair, pairOf } from './Pair'
import { Remove } from './Remove'
import { Settings } from './Settings'

const route = getRouteApi('/compare/$chat')

export default function ChatPage() {
  const { chat } = route.useParams()
  const found = useChat(chat)
  if (found.isLoadingError) return <div className={parts.page}><Trouble error={found.error} retry={() => void found.refetch()} /></div>
  if (!found.data) return <div className={parts.page}><div className="card"><Bones /></div></div>
  return <Talk key={chat} chat={found.data} />
}

/** What is being said at this moment, by the place of the model. */
type Speaking = Record<number, string>

function useAsking(chat: Chat) {
  const cache = useQueryClient()
  const [speaking, speak] = useState<Speaking | null>(null)
  const [problem, complain] = useState<Error | null>(null)
  const leave = useRef<AbortController | null>(null)
  useEffect(() => () => leave.current?.abort(), [])
  const change = (update: (before: Chat) => Chat): void => void cache.setQueryData<Chat>(['chat', chat.id], (before) => before && update(before))
  const send = async (question: Question & { seen: number }): Promise<boolean> => {
    leave.current = new AbortController()
    complain(null)
    speak({})
    try {
      await ask(chat.id, question, {
        delta: (said) => speak((before) => ({ ...before, [said.column]: (before?.[said.column] ?? '') + said.text + (said.tool ? `\n[calls ${said.tool}]` : '') })),
        answer: (answer) => change((before) => ({ ...before, answers: [...before.answers, answer] })),
      }, leave.current.signal)
      return true
    } catch (error) {
      if (!leave.current.signal.aborted) complain(error as Error)
      return leave.current.signal.aborted
    } finally {
      speak(null)
      await cache.invalidateQueries({ queryKey: ['chat', chat.id] })
    }
  }
  const begin = async (question: Question): Promise<boolean> => {
    change((before) => ({ ...before, questions: [...before.questions, { text: question.text, images: question.images.length, tool_results: question.tool_results }] }))
    // A question that is sent twice is asked and paid for once.
    return send({ ...question, seen: chat.questions.length })
  }
  return { speaking, problem, begin, stopAll: () => leave.current?.abort() }
}

function Talk({ chat }: { chat: Chat }) {
  const asking = useAsking(chat)
  const [settings, show] = useState(false)
  const [removing, leave] = useState(false)
  const { left, right } = route.useSearch()
  const two = pairOf(chat, left, right)
  const last = chat.questions.length - 1
  const href = (format: string, more = ''): string => `/api/chats/${chat.id}/export?format=${format}${more}`
  return (
    <div className={`${parts.page} ${css.wide}`}>
      <PageHead title={chat.name} actions={<>
        <Button variant="default" size="compact-md" leftSection={<IconSettings size={15} />} onClick={() => show(true)}>Settings</Button>
        <Menu><Menu.Target><Button variant="default" size="compact-md" disabled={chat.answers.length === 0}>Export</Button></Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component="a" href={href('md')} download>Markdown</Menu.Item>
            <Menu.Item component="a" href={href('json')} download>JSON</Menu.Item>
            <Menu.Item component="a" href={href('battery')} download>Battery, a test for each turn</Menu.Item>
            <Menu.Item component="a" href={href('battery', '&one=true')} download>Battery, one test</Menu.Item>
            {chat.columns.map((column) => <Menu.Item key={column.name} component="a" href={href('battery', `&expected=${encodeURIComponent(column.name)}`)} download>Battery that expects what {column.name} said</Menu.Item>)}
          </Menu.Dropdown></Menu>
        <Button variant="default" size="compact-md" disabled={asking.speaking !== null} onClick={() => leave(true)}>Delete…</Button>
      </>}>{chat.origin && <>From <Link to="/runs/$run" params={{ run: chat.origin.run_id }} search={{ cell: String(chat.origin.cell) }}>a cell</Link></>}</PageHead>
      <div className={css.money}><Meter money={{ spent_usd: chat.taken_usd, unpriced_calls: chat.unpriced_answers, held_usd: 0 }} budget={chat.budget_usd} /></div>
      {chat.origin && <details className={`card ${css.origin}`}><summary>What was answered in the run</summary><p className={css.text}>{chat.origin.answer || 'Nothing.'}</p></details>}
      {chat.opening.length > 0 && <details className={`card ${css.origin}`}><summary>Said before</summary>{chat.opening.map((one, at) => <p key={at} className={css.text}><b>{one.role}</b> {one.text}</p>)}</details>}
      <Along chat={chat} />
      {chat.columns.length > 1 && chat.answers.length > 0 && <Pair chat={chat} two={two} />}
      {chat.questions.map((question, number) => (
        <section key={number} className={css.turn} aria-label={`Turn ${number + 1}`}>
          <h2 className={css.question}>{question.text || 'Results of tools'}{question.images > 0 && <span className="muted"> with {count(question.images)} pictures</span>}</h2>
          <div className={css.columns} tabIndex={0}>
            {chat.columns.map((column, place) => {
              const answer = chat.answers.find((one) => one.question === number && one.column === place)
              const speaks = number === last && asking.speaking !== null && !answer
              return (
                <article key={column.name} className={`card ${css.column}`} aria-label={column.name} aria-busy={speaks}>
                  <header><h3>{column.name}</h3>{speaks && <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Stop ${column.name}`} onClick={() => void stop(chat.id, place)}><IconPlayerStop size={14} /></ActionIcon>}</header>
                  {answer ? <Said answer={answer} /> : speaks ? <p className={css.text}>{asking.speaking?.[place] ?? <span className="muted">…</span>}</p> : <p className="muted">Was not asked.</p>}
                </article>
              )
            })}
          </div>
          {two && <Difference chat={chat} question={number} two={two} />}
        </section>
      ))}
      {asking.problem && <Trouble error={asking.problem} safe="What you wrote stays here." />}
      <Composer chat={chat} isAsking={asking.speaking !== null} begin={asking.begin} stopAll={asking.stopAll} />
      <Settings chat={chat} opened={settings} onClose={() => show(false)} />
      <Remove chat={chat} opened={removing} onClose={() => leave(false)} />
    </div>
  )
}

/** What is sent besides the words: brought along from the cell that the chat was opened from. */
function Along({ chat }: { chat: Chat }) {
  const along = [
    chat.tools.length > 0 ? `${plural(chat.tools.length, 'tool')} (${chat.tools.map((tool) => tool.name).join(', ')})` : '',
    chat.tool_choice === null ? '' : `tool choice ${chat.tool_choice.name ?? chat.tool_choice.mode}`,
    chat.form.kind === 'text' ? '' : chat.form.kind === 'json' ? 'an answer in JSON' : `an answer by the schema ${chat.form.name}`,
    chat.pictures > 0 && chat.questions.length === 0 ? `${plural(chat.pictures, 'picture')} with the first question` : '',
  ].filter(Boolean)
  return along.length === 0 ? null : <p className="muted">Sent along: {along.join('; ')}.</p>
}

function Said({ answer }: { answer: ChatAnswer }) {
  const facts = [answer.latency_s === null ? '' : milliseconds(Math.round(1000 * answer.latency_s)), answer.output_tokens === null ? '' : `${count(answer.output_tokens)} tokens`, answer.state === 'answered' ? usd(answer.cost_usd) : '']
  return (
    <>
      {answer.text && <p className={css.text}>{answer.text}</p>}
      {answer.tool_calls.map((call) => <pre key={call.id} className={css.call}>{call.name}({JSON.stringify(call.arguments)})</pre>)}
      {answer.sentence && <p className={css.failed} data-state={answer.state}>{answer.sentence}</p>}
      <p className={`muted num ${css.facts}`}>{facts.filter(Boolean).join(' · ')}</p>
    </>
  )
}

function Composer({ chat, isAsking, begin, stopAll }: { chat: Chat; isAsking: boolean; begin: (question: Question) => Promise<boolean>; stopAll: () => void }) {
  const draft = useDraft(`chat ${chat.id}`, chat.questions.length === 0 ? chat.draft : '')
  const [images, choose] = useState<File[]>([])
  const last = chat.questions.length - 1
  const returned = useDraft<Record<string, string>>(`chat ${chat.id} returned ${last}`, {})
  const results = returned.value
  // What is under way stays kept until it has arrived; what is typed meanwhile is the next question.
  const [sent, say] = useState<string | null>(null)
  const text = draft.value === sent ? '' : draft.value
  const latest = useRef(draft.value)
  useEffect(() => { latest.current = draft.value })
  const called = [...new Set(chat.answers.filter((one) => one.question === last).flatMap((one) => one.tool_calls.map((call) => call.name)))]
  const given = Object.fromEntries(called.flatMap((name) => (results[name] ? [[name, results[name]]] : [])))
  const isEmpty = !text.trim() && images.length === 0 && Object.keys(given).length === 0
  const send = async (): Promise<void> => {
    if (isEmpty || isAsking) return
    say(text)
    const isHeard = await begin({ text, images: await Promise.all(images.map(readImage)), tool_results: given })
    say(null)
    const isNext = latest.current !== text
    if (!isHeard) {
      if (isNext) draft.write([text, latest.current].filter(Boolean).join('\n'))
      return
    }
    choose([])
    returned.forget()
    if (!isNext) draft.forget()
  }
  return (
    <form className={`card ${css.composer}`} aria-label="Ask" onSubmit={(e) => { e.preventDefault(); void send() }}>
      {called.map((name) => <TextInput key={name} label={`What ${name} returned`} value={results[name] ?? ''} onChange={(e) => returned.write({ ...results, [name]: e.currentTarget.value })} />)}
      <Textarea aria-label="Question" placeholder="Ask all of them; Ctrl Enter sends" autosize minRows={2} maxRows={12} value={text} onChange={(e) => draft.write(e.currentTarget.value)} onKeyDown={(e) => { if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) void send() }} />
      <div className={css.buttons}>
        <FileButton multiple accept="image/png,image/jpeg,image/gif,image/webp" onChange={choose}>{(props) => <Button {...props} variant="default">{images.length === 0 ? 'Add pictures' : `${count(images.length)} pictures`}</Button>}</FileButton>
        {isAsking ? <Button color="red" variant="light" onClick={stopAll}>Stop all</Button> : <Button type="submit" disabled={isEmpty}>Send</Button>}
      </div>
    </form>
  )
}
