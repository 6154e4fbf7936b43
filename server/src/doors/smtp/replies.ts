/** Refusals as SMTP replies: a code of RFC 5321 with a status of RFC 3463. Mail programs retry after 4xx, but not after 5xx. */
import { type ErrorCode, errors, type Fault } from '@posthorn/contract/errors'
import type { Refusal } from '#core/refusal.ts'
import type { SmtpReply } from '#core/submission.ts'

const overQuota = [452, '4.7.0'] as const
const notNow = [451, '4.3.0'] as const

const special: Partial<Record<ErrorCode, readonly [code: number, status: string]>> = {
  unauthorized: [535, '5.7.8'],
  forbidden: [535, '5.7.8'],
  domain_not_verified: [550, '5.7.1'],
  payload_too_large: [552, '5.3.4'],
  rate_limit_exceeded: overQuota,
  hourly_quota_exceeded: overQuota,
  daily_quota_exceeded: overQuota,
  monthly_quota_exceeded: overQuota,
  insufficient_credits: overQuota,
  concurrent_idempotent_requests: notNow,
  service_unavailable: notNow,
  internal_error: notNow,
}

/** RFC 5321, 4.5.3.1.5: 512 octets with code and line end. */
const maxTextLength = 480

export function replyOf(refusal: Refusal): SmtpReply {
  const [code, status] = special[refusal.code] ?? [550, '5.6.0']
  const faults = isFaults(refusal.details) ? refusal.details.map(({ path, message }) => `${path} ${message}`) : []
  const words = refusal.code === 'validation_error' && faults.length > 0 ? faults.join('; ') : wordsOf(refusal)
  return { code, text: oneLine(`${status} ${words}`) }
}

const wordsOf = ({ sentence, code }: Refusal): string => sentence ?? errors[code].message

const isFaults = (details: unknown): details is readonly Fault[] =>
  Array.isArray(details) && details.every(one => typeof one?.path === 'string' && typeof one.message === 'string')

/** Printable ASCII. */
const oneLine = (text: string): string => text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, maxTextLength)
