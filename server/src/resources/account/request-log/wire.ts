import type { LoggedRequest } from '@posthorn/contract/requests'
import { timeOf } from '#core/id.ts'
import type { KeptRequest } from './store.ts'

export const toWireRequest = (one: KeptRequest): LoggedRequest => ({
  id: one.id,
  request_id: one.requestId,
  // `as`: there are no routes for other methods.
  method: one.method as LoggedRequest['method'],
  path: one.path,
  ...(one.query !== null && { query: one.query }),
  operation: one.operation,
  status: one.status,
  ...(one.code !== null && { error: { code: one.code, message: one.message ?? '' } }),
  duration_ms: Math.round(one.durationMs * 10) / 10,
  key: {
    id: one.keyId,
    ...(one.keyName !== null && { name: one.keyName }),
    ...(one.keyHint !== null && { hint: one.keyHint }),
  },
  ip_address: one.address,
  ...(one.userAgent !== null && { user_agent: one.userAgent }),
  has_idempotency_key: one.hasIdempotencyKey,
  ...(one.requestBytes !== null && { request_bytes: one.requestBytes }),
  ...(one.responseBytes !== null && { response_bytes: one.responseBytes }),
  left_out: one.leftOut,
  created_at: timeOf(one.id).toISOString(),
})
