/** Markup never becomes elements by accident: a string with "<" is refused, style sheets have none. Scripts come from here alone. */
interface Policies {
  createPolicy(name: string, rules: { createHTML: (s: string) => string; createScriptURL: (s: string) => string }): unknown
}
const types = (globalThis as { trustedTypes?: Policies }).trustedTypes

types?.createPolicy('default', {
  createHTML: (s) => {
    if (s.includes('<')) throw new TypeError('markup from a string is refused')
    return s
  },
  createScriptURL: (s) => {
    const url = new URL(s, location.href)
    if (url.origin !== location.origin || !url.pathname.startsWith('/assets/')) throw new TypeError('a script from elsewhere is refused')
    return s
  },
})
