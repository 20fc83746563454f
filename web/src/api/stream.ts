import type { Happened, Told } from './live'

export interface Hearer { postMessage(told: Told): void }

const TELL_MS = 250
const RETRY_MS = 5000
const MOST_REMEMBERED = 500

/** One stream of what happens, passed on to all who hear it; it is open as long as there are any. */
export class Stream {
  private readonly hearers = new Set<Hearer>()
  private readonly newest = new Map<string, Told>()
  private source: EventSource | undefined
  private waiting: Told[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private retry: ReturnType<typeof setTimeout> | undefined
  /** All that happened between these serials is remembered, for pages that were made meanwhile and come in later. */
  private begun = Number.NaN
  private heard = Number.NaN
  private remembered: Happened[] = []

  /** A page comes in that was made when so much had happened; one that does not know asks for what it shows anew. */
  welcome(hearer: Hearer, since: number): void {
    this.hearers.add(hearer)
    if (!this.source) this.begin(since)
    else {
      if (this.source.readyState === EventSource.CLOSED) this.open(false)
      if (!(since >= this.begun)) hearer.postMessage({ kind: 'back' })
      else for (const data of this.remembered) if (data.serial > since) hearer.postMessage({ kind: 'happened', data })
    }
    hearer.postMessage({ kind: 'state', data: this.source?.readyState === EventSource.OPEN ? 'live' : 'reconnecting' })
    for (const told of this.newest.values()) hearer.postMessage(told)
  }

  leave(hearer: Hearer): void {
    this.hearers.delete(hearer)
    if (this.hearers.size) return
    this.close()
    this.source = undefined
  }

  private begin(since: number): void {
    this.begun = this.heard = since
    this.remembered = []
    this.open(!Number.isNaN(since))
  }

  /** Whoever comes back may have missed counts, which are no events: what is shown is asked for anew. */
  private open(isWhole: boolean): void {
    this.close()
    let isFirst = isWhole
    const source = new EventSource(Number.isNaN(this.heard) ? '/api/live' : `/api/live?since=${this.heard}`)
    source.addEventListener('opened', (e) => {
      this.restart(JSON.parse(e.data).serial)
      if (!isFirst) this.later({ kind: 'back' })
      isFirst = false
    })
    source.addEventListener('happened', (e) => this.remember(JSON.parse(e.data)))
    source.addEventListener('progress', (e) => {
      const data = JSON.parse(e.data)
      this.newest.set(data.run, { kind: 'progress', data })
      this.later({ kind: 'progress', data })
    })
    source.onopen = () => this.tell({ kind: 'state', data: 'live' })
    source.onerror = () => this.fail(source)
    this.source = source
  }

  private close(): void {
    clearTimeout(this.retry)
    this.source?.close()
    this.newest.clear()
  }

  /** Counts from before a break are old; of another database nothing is remembered. */
  private restart(serial: number): void {
    this.newest.clear()
    if (serial === this.heard) return
    this.begun = this.heard = serial
    this.remembered = []
  }

  /** A browser comes back by itself after a break, and never after a refusal: a server that was started anew lets in whoever has its new token. */
  private fail(source: EventSource): void {
    const isRefused = source.readyState === EventSource.CLOSED
    this.tell({ kind: 'state', data: isRefused ? 'closed' : 'reconnecting' })
    if (isRefused) this.retry = setTimeout(() => this.open(false), RETRY_MS)
  }

  private remember(data: Happened): void {
    this.heard = data.serial
    this.remembered.push(data)
    if (this.remembered.length > MOST_REMEMBERED) this.begun = this.remembered.shift()?.serial ?? this.begun
    this.later({ kind: 'happened', data })
  }

  private later(told: Told): void {
    this.waiting.push(told)
    if (this.timer === undefined) this.timer = setTimeout(() => this.flush(), TELL_MS)
  }

  /** All that happened, and of each run's counts the newest, four times a second at most. */
  private flush(): void {
    this.timer = undefined
    const counts = new Map<string, Told>()
    for (const told of this.waiting) if (told.kind === 'progress') counts.set(told.data.run, told)
    for (const told of this.waiting) if (told.kind !== 'progress') this.tell(told)
    for (const told of counts.values()) this.tell(told)
    this.waiting = []
  }

  private tell(told: Told): void {
    for (const hearer of this.hearers) hearer.postMessage(told)
  }
}
