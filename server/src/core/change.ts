import type { AuditAction } from '@posthorn/contract/audit'

/** Who changes something. `null`: whoever it turns out to be, such as somebody who signs in. */
export type Actor = { type: 'person' | 'key'; id: string } | { type: 'operator' } | null

/** A change as the door knows it before it is made: who asks, from where, and for what. */
export type Change = {
  action: AuditAction
  actor: Actor
  at: Date
  via: 'api' | 'dashboard' | 'command_line'
  /** Undefined where only the change itself tells whose it is. */
  organizationId?: string | undefined
  environmentId?: string | undefined
  /** The object that was named in the request. */
  objectId?: string | undefined
  address?: string | undefined
  userAgent?: string | undefined
  requestId?: string | undefined
}
