/** Every refusal has the same format, whatever its cause. */
import { type ErrorBody, type ErrorCode, errors } from '@posthorn/contract/errors'
import type { FastifyReply } from 'fastify'
import { Refusal } from '#core/refusal.ts'

/** 401, 403 and 429 carry the nested format as well: both are documented. */
const alsoNested = new Set([401, 403, 429])

/** Retrying does not resolve conflicts and exceeded quotas. Published clients of this API obey this header. */
const neverRetry = new Set<ErrorCode>([
  'contact_exists',
  'invalid_idempotent_request',
  'hourly_quota_exceeded',
  'daily_quota_exceeded',
  'monthly_quota_exceeded',
])

export function errorBody(code: ErrorCode, message: string, details?: unknown): ErrorBody {
  const { status } = errors[code]
  return {
    code,
    message,
    statusCode: status,
    ...(details !== undefined && { details }),
    ...(alsoNested.has(status) && { error: { code, message } }),
  }
}

/** `described`: the error in the format of another service, at a door. */
export function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  described?: { status: number; body: object },
): FastifyReply {
  const said = noteRefusal(reply.code(described?.status ?? errors[refusal.code].status), refusal)
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(described?.body ?? errorBody(refusal.code, said, refusal.details))
}

/** Sets the headers of an answer whose status is set, and returns the message. */
export function noteRefusal(reply: FastifyReply, refusal: Refusal): string {
  const { statusCode: status } = reply
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (neverRetry.has(refusal.code)) reply.header('x-should-retry', 'false')
  const retryAfter = refusal.retryAfterSeconds ?? (status === 503 ? 2 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))))
  const said = refusal.sentence ?? errors[refusal.code].message
  reply.request.refused = { code: refusal.code, message: said, details: refusal.details }
  return said
}

/** Errors that Fastify itself throws while it reads a request. */
const ofFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'invalid_request',
}

/** Undefined for an unexpected error. */
export function asRefusal(error: unknown, isPassing: (error: unknown) => boolean): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isPassing(error)) return new Refusal('service_unavailable', { cause: error })
  const code = error instanceof Error && 'code' in error ? ofFastify[String(error.code)] : undefined
  return code && new Refusal(code)
}
