/**
 * The organization and environment of this page. Both stay the same while the page is loaded: switching reloads it, so
 * data of one is never shown as the other's.
 */
export type Environment = 'live' | 'test'

/** Test has its own paths, /test/…, so a copied link always opens the same environment. */
export const environment: Environment = /^\/test(\/|$)/.test(location.pathname) ? 'test' : 'live'
export const basepath = environment === 'test' ? '/test' : '/'

const key = 'posthorn.organization'
let chosen = sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? undefined

export const currentOrganization = (): string | undefined => chosen

/** For this tab and tabs opened later. */
export function rememberOrganization(id: string): void {
  chosen = id
  sessionStorage.setItem(key, id)
  localStorage.setItem(key, id)
}

export function switchOrganization(id: string): void {
  rememberOrganization(id)
  location.assign(basepath)
}

/** Stays on the same list, but leaves a detail page: its id does not exist in the other environment. */
export function switchEnvironment(to: Environment): void {
  if (to === environment) return
  const [page = ''] = location.pathname
    .replace(/^\/test(?=\/|$)/, '')
    .split('/')
    .filter(Boolean)
  location.assign((to === 'test' ? '/test/' : '/') + page)
}
