import type { Permission } from '@posthorn/contract/permissions'

export type Mode = 'live' | 'test'

/** The API key behind a request, and the environment that all of its data belongs to. */
export type Caller = {
  organizationId: string
  environmentId: string
  mode: Mode
  keyId: string
  permissions: ReadonlySet<Permission>
  /** The rate limit per hour. `unlimited` when the plan has none. */
  requestsPerHour: number
}

/** The part of a caller that sending needs; a workflow has no key. */
export type Sender = Pick<Caller, 'organizationId' | 'environmentId' | 'mode'>
