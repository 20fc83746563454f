/// <reference lib="webworker" />
/** One stream for all tabs of a browser: HTTP/1.1 allows six connections to a host, and a stream holds one for ever. */
import type { Told } from './live'

const scope = self as unknown as SharedWorkerGlobalScope
const ports = new Set<MessagePort>()
const newest = new Map<string, unknown>()
let source: EventSource | undefined
let waiting: Told[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let opened = 0

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

function open(): void {
  if (source) return
  source = new EventSource('/api/live')
  source.addEventListener('opened', () => {
    opened += 1
    // Whoever comes back may have missed counts, which are no events: what is shown is asked for anew.
    if (opened > 1) later({ kind: 'back' })
  })
  source.addEventListener('happened', (e) => later({ kind: 'happened', data: JSON.parse(e.data) }))
  source.addEventListener('progress', (e) => {
    const data = JSON.parse(e.data)
    newest.set(data.run, data)
    later({ kind: 'progress', data })
  })
  source.onopen = () => tell({ kind: 'state', data: 'live' })
  source.onerror = () => tell({ kind: 'state', data: source?.readyState === 2 ? 'closed' : 'reconnecting' })
}

scope.onconnect = (event) => {
  const port = event.ports[0]
  if (!port) return
  ports.add(port)
  port.onmessage = (e: MessageEvent<string>) => {
    if (e.data !== 'bye') return
    ports.delete(port)
    if (ports.size) return
    source?.close()
    source = undefined
    newest.clear()
  }
  port.start()
  open()
  port.postMessage({ kind: 'state', data: source?.readyState === 1 ? 'live' : 'reconnecting' })
  for (const data of newest.values()) port.postMessage({ kind: 'progress', data })
}
