const NAME = 'edison.tab'
const PATIENCE_MS = 1000

let own: string = crypto.randomUUID()
let open: ReadonlySet<string> | null = null

/** The name of this tab; it stays the same when the page is loaded anew. */
export const thisTab = (): string => own
/** Whether a tab may still be open: it was when all were looked at last. */
export const isOpen = (tab: string): boolean => tab === own || open === null || open.has(lockOf(tab))

const lockOf = (tab: string): string => `${NAME} ${tab}`

/** Hold a name as long as the page lives; false where another tab holds it. */
function hold(tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    const held = (): Promise<never> => { resolve(true); return new Promise(() => undefined) }
    navigator.locks.request(lockOf(tab), { signal: AbortSignal.timeout(PATIENCE_MS) }, held).catch(() => resolve(false))
  })
}

async function look(): Promise<void> {
  open = new Set((await navigator.locks.query()).held?.map((lock) => lock.name ?? ''))
}

/** Name this tab before anything is read or kept by its name. One that was duplicated comes with the other's name, and gets a new one.
 *  The outside systems are this browser's locks, and the storage of the tab. */
export async function nameTab(): Promise<void> {
  own = sessionStorage.getItem(NAME) ?? own
  if (!('locks' in navigator)) return
  if (!(await hold(own))) {
    own = crypto.randomUUID()
    await hold(own)
  }
  sessionStorage.setItem(NAME, own)
  await look()
  addEventListener('focus', () => void look())
  document.addEventListener('visibilitychange', () => void look())
}
