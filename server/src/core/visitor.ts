import type { Role } from '@posthorn/contract/console/permissions'
import type { Caller } from './caller.ts'

/** A browser that calls the console: its cookie and client data, and a way to set cookies. */
export type Visitor = {
  cookie: string
  address: string
  userAgent: string
  setCookies(cookies: readonly string[]): void
  /** The answer has begun: cookies no longer reach the browser. */
  isAnswered?: boolean
  /** Called after a successful sign-in. */
  signedIn?(personId: string): void
}

/** A signed-in person. */
export type Person = { id: string; name: string; email: string; hasTotp: boolean }

/** A person in one of their organizations: a caller with the permissions of a role. */
export type Member = Caller & { person: Person; role: Role }
