import type { AuditAction, AuditedObject } from '@posthorn/contract/audit'
import type { Mode } from '#core/caller.ts'
import type { Change } from '#core/change.ts'

/** Without `from` and `to` when the values are long or secret. */
export type FieldChange = { field: string; from?: unknown; to?: unknown }

export type Entry = {
  id: string
  action: AuditAction
  objectType: AuditedObject
  objectId: string | null
  objectName: string | null
  changes: FieldChange[]
  mode: Mode | null
  actorType: 'person' | 'key' | 'operator'
  actorId: string | null
  actorName: string | null
  /** The address of a person, the first characters of a key. */
  actorDetail: string | null
  via: Change['via']
  address: string | null
  userAgent: string | null
  requestId: string | null
}
