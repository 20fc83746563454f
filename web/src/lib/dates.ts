const moment = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

export const when = (iso: string): string => moment.format(new Date(iso))
export const exactly = (iso: string): string => long.format(new Date(iso))
export const day = (iso: string): string => iso.slice(0, 10)
/** How long ago, in one unit. */
export function ago(iso: string, now: number = Date.now()): string {
  const s = (new Date(iso).getTime() - now) / 1000
  if (Math.abs(s) < 60) return 'just now'
  if (Math.abs(s) < 3600) return relative.format(Math.round(s / 60), 'minute')
  if (Math.abs(s) < 86_400) return relative.format(Math.round(s / 3600), 'hour')
  return relative.format(Math.round(s / 86_400), 'day')
}
