const MIB = 1 << 20
/** What the server takes at once; in base64 a file grows by a third. */
const MOST_BYTES = 64 * MIB
const ROOM = 1 * MIB

/** A file as it goes over the wire, where it is no text. */
export async function inBase64(file: File): Promise<{ name: string; content: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return { name: file.name, content: btoa(text) }
}

/** Bytes as people read them. */
export const bytesTold = (bytes: number): string => (bytes < MIB ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / MIB).toFixed(bytes < 10 * MIB ? 1 : 0)} MiB`)

/** Why a file cannot be sent, before it is read: more than the server takes at once; null where it can. */
export function tooLarge(file: File, isText = false): string | null {
  const most = Math.floor(((MOST_BYTES - ROOM) / MIB) * (isText ? 1 : 0.75)) * MIB
  return file.size > most ? `${file.name} has ${bytesTold(file.size)}, and a browser sends at most ${bytesTold(most)} at once.` : null
}
