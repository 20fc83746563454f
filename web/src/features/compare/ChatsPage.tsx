import { Button, JsonInput, NumberInput, TagsInput, Textarea } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useDraft } from '../../lib/draft'
import { count, spent } from '../../lib/numbers'
import { Bones, PageHead, parts, Trouble, When } from '../../ui/Parts'
import css from './Compare.module.css'
import { useBegin, useChats, useModels } from './queries'

const EMPTY = { models: [] as string[], system: '', tools: '', budget: '' as number | string }
const MOST = 10

/** Models side by side: begin, or go on with what was begun. */
export default function ChatsPage() {
  const chats = useChats()
  const lines = chats.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className={parts.page}>
      <PageHead title="Compare">Ask up to ten models the same, side by side and in as many turns as you like. Each hears its own answers only, and the trouble of one is its own.</PageHead>
      <Begin />
      {chats.isLoadingError ? <Trouble error={chats.error} retry={() => void chats.refetch()} /> : !chats.data ? <div className="card"><Bones /></div> : lines.length > 0 && (
        <section className={`card ${parts.tablebox}`} tabIndex={0} aria-label="Earlier chats">
          <table className={parts.table} data-stack>
            <caption className="sr">Earlier chats, the newest first</caption>
            <thead><tr><th scope="col">Chat</th><th scope="col">Models</th><th scope="col" data-right>Turns</th><th scope="col" data-right>Cost</th><th scope="col">Begun</th></tr></thead>
            <tbody>{lines.map((one) => <tr key={one.id}><th scope="row"><Link to="/compare/$chat" params={{ chat: one.id }}>{one.about || one.name}</Link></th><td data-whole>{one.models.join(', ')}</td><td data-right data-label="Turns">{count(one.turns)}</td><td data-right data-label="Cost">{spent(one.taken_usd, one.unpriced_answers)}</td><td data-label="Begun"><When at={one.made_at} /></td></tr>)}</tbody>
          </table>
        </section>
      )}
      {chats.hasNextPage && <Button variant="default" size="xs" loading={chats.isFetchingNextPage} onClick={() => void chats.fetchNextPage()} justify="center" w={160}>Show older chats</Button>}
    </div>
  )
}

function Begin() {
  const draft = useDraft('chat', EMPTY)
  const models = useModels()
  const begin = useBegin()
  const go = useNavigate()
  const [problem, complain] = useState<string | null>(null)
  const wish = draft.value
  const start = (): void => {
    const tools = readTools(wish.tools)
    complain(tools === null ? 'Tools are a JSON list of {name, parameters}.' : null)
    if (tools === null) return
    const asked = wish.models.map((model) => ({ model, system: wish.system, max_tokens: 2048, timeout_s: 300 }))
    begin.mutate({ models: asked, tools, budget_usd: wish.budget === '' ? null : Number(wish.budget) }, { onSuccess: (chat) => { draft.forget(); void go({ to: '/compare/$chat', params: { chat: chat.id } }) } })
  }
  return (
    <section className={`card ${css.begin}`} aria-label="Begin">
      <TagsInput label="Models" description="PROVIDER/MODEL, one to ten; those that answer are offered" data={models.data ?? []} value={wish.models} maxTags={MOST} onChange={(chosen) => draft.write({ ...wish, models: chosen })} />
      <Textarea label="System" description="What all are told first; each can have its own later" autosize minRows={2} maxRows={8} value={wish.system} onChange={(e) => draft.write({ ...wish, system: e.currentTarget.value })} />
      <JsonInput label="Tools" description="What they may call, as a JSON list; nobody runs it" error={problem} autosize minRows={1} maxRows={10} value={wish.tools} onChange={(tools) => draft.write({ ...wish, tools })} />
      <NumberInput label="Budget" description="What the chat may cost in all; no limit if empty" prefix="$" min={0} decimalScale={4} w={220} value={wish.budget} onChange={(budget) => draft.write({ ...wish, budget })} />
      {begin.isError && <Trouble error={begin.error} safe="What you wrote stays here." />}
      <Button disabled={wish.models.length === 0} loading={begin.isPending} onClick={start}>Begin</Button>
    </section>
  )
}

function readTools(text: string): unknown[] | null {
  if (!text.trim()) return []
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read.map((one: { function?: unknown }) => one.function ?? one) : null
  } catch {
    return null
  }
}
