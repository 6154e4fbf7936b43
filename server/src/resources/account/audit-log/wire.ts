import type { AuditEntry } from '@posthorn/contract/audit-log'
import { timeOf } from '#core/id.ts'
import type { Entry } from './entry.ts'
import { sentence } from './sentence.ts'

export const toWireEntry = (entry: Entry): AuditEntry => ({
  id: entry.id,
  action: entry.action,
  summary: sentence(entry),
  actor: {
    type: entry.actorType,
    ...(entry.actorId !== null && { id: entry.actorId }),
    ...(entry.actorName !== null && { name: entry.actorName }),
    ...(entry.actorDetail !== null &&
      (entry.actorType === 'person' ? { email: entry.actorDetail } : { hint: entry.actorDetail })),
  },
  object: {
    type: entry.objectType,
    ...(entry.objectId !== null && { id: entry.objectId }),
    ...(entry.objectName !== null && { name: entry.objectName }),
  },
  changes: entry.changes,
  environment: entry.mode,
  source: {
    via: entry.via,
    ...(entry.address !== null && { ip_address: entry.address }),
    ...(entry.userAgent !== null && { user_agent: entry.userAgent }),
    ...(entry.requestId !== null && { request_id: entry.requestId }),
  },
  created_at: timeOf(entry.id).toISOString(),
})
