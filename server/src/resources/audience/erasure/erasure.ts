import type { Person } from './person.ts'

export type ErasureKey = { environmentId: string; id: string }

export type Erasure = ErasureKey & {
  /** The contact that it was asked for, if there was one. */
  contactId: string | null
  requestedAt: Date
  finishedAt: Date | null
}

/** One that is under way: only then it is known whom it is about. */
export type OpenErasure = Erasure & {
  person: Person
  /** The table that is searched at the moment, and the last row that is done with. */
  searching: string | null
  after: readonly string[] | null
}
