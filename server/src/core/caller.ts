import type { Permission } from '@posthorn/contract/permissions'

export type Mode = 'live' | 'test'

/** Who asks: the API key behind a request and the environment that all of its data belongs to. */
export type Caller = {
  organizationId: string
  environmentId: string
  mode: Mode
  keyId: string
  permissions: ReadonlySet<Permission>
  /** Requests that this key may make in an hour; `unlimited` where the plan sets none. */
  requestsPerHour: number
}

/** As much of it as sending needs: an automation has no key. */
export type Sender = Pick<Caller, 'organizationId' | 'environmentId' | 'mode'>
