import type { Auth, AuthParts } from './auth.ts'

export type OpenAuth = () => Promise<Auth>

/** better-auth takes longer to load than everything else, so requests that only use the API do not wait for it. */
export function lazyAuth(parts: AuthParts): OpenAuth {
  let opened: Promise<Auth> | undefined
  return () => {
    opened ??= import('./auth.ts').then(({ openAuth }) => openAuth(parts))
    return opened
  }
}
