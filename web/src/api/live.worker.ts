/// <reference lib="webworker" />
/** One stream for all tabs of a browser: HTTP/1.1 allows six connections to a host, and a stream holds one for ever. */
import { Stream } from './stream'

const scope = self as unknown as SharedWorkerGlobalScope
const stream = new Stream()

scope.onconnect = (event) => {
  const port = event.ports[0]
  if (!port) return
  port.onmessage = (e: MessageEvent<number | 'bye'>) => (e.data === 'bye' ? stream.leave(port) : stream.welcome(port, e.data))
}
