import type { AuditAction } from '@posthorn/contract/audit'
import type { Caller } from '#core/caller.ts'
import type { Change } from '#core/change.ts'

/** What the HTTP layer passes to a handler that changes something, with the key of this caller. */
export const asking = (
  { organizationId, environmentId, keyId }: Caller,
  action: AuditAction,
  objectId?: string,
): { id: string; change: Change } => ({
  id: 'request',
  change: {
    action,
    actor: { type: 'key', id: keyId },
    via: 'api',
    at: new Date(),
    organizationId,
    environmentId,
    objectId,
  },
})
