import type { ConsentEntry } from '@posthorn/contract/audience/consent'
import type { Entry } from './entry.ts'

export const toWireConsent = (entry: Entry): ConsentEntry => ({
  id: entry.id,
  channel: entry.channel,
  scope: entry.scope,
  ...(entry.topicId !== null && { topic_id: entry.topicId }),
  action: entry.action,
  method: entry.method,
  ...(entry.sourceId !== null && { source_id: entry.sourceId }),
  ...(entry.wording !== null && { wording: entry.wording }),
  ...(entry.ip !== null && { ip_address: entry.ip }),
  created_at: entry.createdAt.toISOString(),
  position: entry.nth,
  previous_hash: entry.previousHash,
  hash: entry.hash,
})

/** Includes everything its hash covers, so that the chain can be checked from an export. */
export const toExportedConsent = (entry: Entry) => ({
  ...toWireConsent(entry),
  subject: entry.subject,
  ip_hash: entry.ipHash,
  ip_salt: entry.ipSalt,
})
