/// <reference lib="webworker" />
/** One stream for all tabs of a browser: HTTP/1.1 allows six connections to a host, and a stream holds one for ever. */
import type { Happened, Told } from './live'

const scope = self as unknown as SharedWorkerGlobalScope
const ports = new Set<MessagePort>()
const newest = new Map<string, unknown>()
let source: EventSource | undefined
let waiting: Told[] = []
let timer: ReturnType<typeof setTimeout> | undefined
/** All that happened after this serial is remembered, for pages that were made before it and come in later. */
let begun = 0
let remembered: Happened[] = []
const MOST_REMEMBERED = 500

const tell = (told: Told): void => {
  for (const port of ports) port.postMessage(told)
}

/** All that happened, and of each run's counts the newest, four times a second at most. */
function flush(): void {
  timer = undefined
  const counts = new Map<string, Told>()
  for (const told of waiting) if (told.kind === 'progress') counts.set(told.data.run, told)
  for (const told of waiting) if (told.kind !== 'progress') tell(told)
  for (const told of counts.values()) tell(told)
  waiting = []
}

function later(told: Told): void {
  waiting.push(told)
  if (timer === undefined) timer = setTimeout(flush, 250)
}

function remember(happened: Happened): void {
  remembered.push(happened)
  if (remembered.length > MOST_REMEMBERED) begun = remembered.shift()?.serial ?? begun
}

/** A page that was made without its database does not know since when: it asks for what it shows anew. */
function open(since: number): void {
  let isWhole = !Number.isNaN(since)
  begun = since
  source = new EventSource(isWhole ? `/api/live?since=${since}` : '/api/live')
  source.addEventListener('opened', (e) => {
    if (Number.isNaN(begun)) begun = JSON.parse(e.data).serial
    // Whoever comes back may have missed counts, which are no events: what is shown is asked for anew.
    if (!isWhole) later({ kind: 'back' })
    isWhole = false
  })
  source.addEventListener('happened', (e) => {
    const data = JSON.parse(e.data)
    remember(data)
    later({ kind: 'happened', data })
  })
  source.addEventListener('progress', (e) => {
    const data = JSON.parse(e.data)
    newest.set(data.run, data)
    later({ kind: 'progress', data })
  })
  source.onopen = () => tell({ kind: 'state', data: 'live' })
  source.onerror = () => tell({ kind: 'state', data: source?.readyState === 2 ? 'closed' : 'reconnecting' })
}

function close(): void {
  source?.close()
  source = undefined
  remembered = []
  newest.clear()
}

/** A page comes in that was made when so much had happened. */
function welcome(port: MessagePort, since: number): void {
  ports.add(port)
  if (!source) open(since)
  else if (!(since >= begun)) port.postMessage({ kind: 'back' })
  else for (const data of remembered) if (data.serial > since) port.postMessage({ kind: 'happened', data })
  port.postMessage({ kind: 'state', data: source?.readyState === 1 ? 'live' : 'reconnecting' })
  for (const data of newest.values()) port.postMessage({ kind: 'progress', data })
}

scope.onconnect = (event) => {
  const port = event.ports[0]
  if (!port) return
  port.onmessage = (e: MessageEvent<number | 'bye'>) => {
    if (e.data !== 'bye') return welcome(port, e.data)
    ports.delete(port)
    if (!ports.size) close()
  }
}
