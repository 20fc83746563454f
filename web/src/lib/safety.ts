/** Whether more was found in the answers of a version than in its parent's; that nobody looked is not that it is clean. */
export function tellUnsafe(unsafe: number | null): string {
  if (unsafe === null) return 'Its answers were not looked through for private data, secrets and jailbreaks.'
  if (unsafe === 0) return 'Looking through its answers found nothing that its parent’s do not hold.'
  return `Safety regression: private data, secrets or jailbreaks in ${unsafe} more of its answers than of its parent’s.`
}
