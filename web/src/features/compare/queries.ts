import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AskedModel, address, type Chat, type ChatAnswer, type ChatLines, get, post, Problem, problemOf, put, remove, type Server } from '../../api/client'

export const useChats = () =>
  useInfiniteQuery({
    queryKey: ['chats'],
    queryFn: ({ signal, pageParam }) => get<ChatLines>(address('/api/chats', { before: pageParam }), signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
export const useChat = (id: string) => useQuery({ queryKey: ['chat', id], queryFn: ({ signal }) => get<Chat>(`/api/chats/${encodeURIComponent(id)}`, signal) })
export const useModels = () => useQuery({ queryKey: ['servers'], queryFn: ({ signal }) => get<Server[]>('/api/servers', signal), staleTime: 60_000, select: (servers) => [...new Set(servers.flatMap((one) => one.models))].sort() })

export interface Wish { models: AskedModel[]; tools: unknown[]; budget_usd: number | null }
export function useBegin() {
  const cache = useQueryClient()
  return useMutation({ mutationFn: (wish: Wish) => post<Chat>('/api/chats', wish), onSuccess: () => cache.invalidateQueries({ queryKey: ['chats'] }) })
}
export const useFromCell = () => useMutation({ mutationFn: (cell: { run: string; cell: number }) => post<Chat>('/api/chats/from-cell', cell) })
export function useSettings(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (wish: { models: AskedModel[]; seen: number }) => put<Chat>(`/api/chats/${encodeURIComponent(id)}/models`, wish),
    onSuccess: (chat) => cache.setQueryData(['chat', id], chat),
  })
}
export function useForget(id: string) {
  const cache = useQueryClient()
  return useMutation({ mutationFn: () => remove(`/api/chats/${encodeURIComponent(id)}`), onSuccess: () => cache.invalidateQueries({ queryKey: ['chats'] }) })
}
export const stop = (id: string, column: number): Promise<null> => post(`/api/chats/${encodeURIComponent(id)}/stop?column=${column}`)

export interface Question { text: string; images: { media_type: string; base64: string }[]; tool_results: Record<string, string> }
interface Delta { column: number; text: string; reasoning: string; tool: string }
export interface Hear { delta: (said: Delta) => void; answer: (answer: ChatAnswer) => void }

/** Ask all models and hear them as they speak; whoever aborts stops them. */
export async function ask(id: string, question: Question & { seen: number }, hear: Hear, signal: AbortSignal): Promise<void> {
  const reply = await fetch(`/api/chats/${encodeURIComponent(id)}/ask`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(question), signal })
  if (!reply.ok || !reply.body) throw await problemOf(reply)
  let kept = ''
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const events = (kept + piece.value.replaceAll('\r', '')).split('\n\n')
    kept = events.pop() ?? ''
    for (const event of events) told(event, hear)
  }
}

function told(event: string, hear: Hear): void {
  const lines = event.split('\n')
  const kind = lines.find((line) => line.startsWith('event: '))?.slice(7)
  const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6)).join('\n')
  if (!kind || !data) return
  const said: unknown = JSON.parse(data)
  if (kind === 'delta') hear.delta(said as Delta)
  if (kind === 'answer') hear.answer(said as ChatAnswer)
  if (kind === 'refused') {
    const why = said as { code: string; sentence: string }
    throw new Problem(422, why.code, why.sentence)
  }
}

/** A picture that somebody chose, as it is sent. */
export async function readImage(file: File): Promise<{ media_type: string; base64: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return { media_type: file.type, base64: btoa(text) }
}
