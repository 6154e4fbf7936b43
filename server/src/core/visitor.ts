import type { Role } from '@posthorn/contract/console/permissions'
import type { Caller } from './caller.ts'

/** A browser at the door of the console: what it shows, and how it is given cookies. */
export type Visitor = {
  cookie: string
  address: string
  userAgent: string
  setCookies(cookies: readonly string[]): void
  /** Told when they have proved who they are. */
  signedIn?(personId: string): void
}

/** Who has signed in. */
export type Person = { id: string; name: string; email: string; hasTotp: boolean }

/** A person in one of their organizations: a caller whose rights are those of a role. */
export type Member = Caller & { person: Person; role: Role }
