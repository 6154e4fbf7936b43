import type { Erasure as WireErasure } from '@posthorn/contract/audience/erasures'
import type { Erasure } from './erasure.ts'

export const toWireErasure = ({ id, contactId, requestedAt, finishedAt }: Erasure): WireErasure => ({
  id,
  ...(contactId !== null && { contact_id: contactId }),
  status: finishedAt === null ? 'running' : 'finished',
  requested_at: requestedAt.toISOString(),
  finished_at: finishedAt?.toISOString() ?? null,
})
