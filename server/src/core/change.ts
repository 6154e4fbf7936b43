import type { AuditAction } from '@posthorn/contract/audit'

/** Who makes a change. `null`: not known yet, as when a person signs in. */
export type Actor = { type: 'person' | 'key'; id: string } | { type: 'operator' } | null

/** A change as it is known before it is made: actor, origin and object. */
export type Change = {
  action: AuditAction
  actor: Actor
  at: Date
  via: 'api' | 'dashboard' | 'command_line'
  /** Undefined when only the change itself determines the organization. */
  organizationId?: string | undefined
  environmentId?: string | undefined
  /** The object named in the request. */
  objectId?: string | undefined
  address?: string | undefined
  userAgent?: string | undefined
  requestId?: string | undefined
}
