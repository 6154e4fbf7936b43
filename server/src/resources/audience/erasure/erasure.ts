import type { Person } from './person.ts'

export type ErasureKey = { environmentId: string; id: string }

export type Erasure = ErasureKey & {
  /** The contact the erasure was requested for, if there was one. */
  contactId: string | null
  requestedAt: Date
  finishedAt: Date | null
}

/** An erasure in progress: the person is known only until it finishes. */
export type OpenErasure = Erasure & {
  person: Person
  /** The table being searched, and the last row done. */
  searching: string | null
  after: readonly string[] | null
}
