/**
 * Which organization and environment this page is about. Both stay the same while the page lives: changing one of
 * them loads it anew, so nothing of the one can ever be shown as the other's.
 */
export type Environment = 'live' | 'test'

/** Test has its own addresses, /test/…, so that a link always leads to where it was copied. */
export const environment: Environment = /^\/test(\/|$)/.test(location.pathname) ? 'test' : 'live'
export const basepath = environment === 'test' ? '/test' : '/'

const key = 'posthorn.organization'
let chosen = sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? undefined

export const currentOrganization = (): string | undefined => chosen

/** For this tab, and for tabs opened later. */
export function rememberOrganization(id: string): void {
  chosen = id
  sessionStorage.setItem(key, id)
  localStorage.setItem(key, id)
}

export function switchOrganization(id: string): void {
  rememberOrganization(id)
  location.assign(basepath)
}

/** Stays on the same list, but leaves a detail: its id means nothing in the other environment. */
export function switchEnvironment(to: Environment): void {
  if (to === environment) return
  const [page = ''] = location.pathname
    .replace(/^\/test(?=\/|$)/, '')
    .split('/')
    .filter(Boolean)
  location.assign((to === 'test' ? '/test/' : '/') + page)
}
