/** Our refusals in Twilio's format, { code, message, more_info, status }: https://www.twilio.com/docs/api/errors */
import { type ErrorCode, errors, type Fault } from '@posthorn/contract/errors'
import type { Refusal } from '#core/refusal.ts'
import type { Described } from '#http/door/door.ts'

type Kind = { status: number; code: number }

const invalid = { status: 400, code: 20_001 }
const tooMany = { status: 429, code: 20_429 }

const kinds: Record<ErrorCode, Kind> = {
  validation_error: invalid,
  missing_variable: invalid,
  invalid_cursor: invalid,
  contact_exists: invalid,
  invalid_json: invalid,
  invalid_request: invalid,
  invalid_idempotency_key: invalid,
  message_too_long: { status: 400, code: 21_617 },
  recipient_opted_out: { status: 400, code: 21_610 },
  invalid_state: { status: 400, code: 30_409 },
  domain_not_verified: { status: 403, code: 20_003 },
  unauthorized: { status: 401, code: 20_003 },
  forbidden: { status: 403, code: 20_003 },
  insufficient_credits: { status: 402, code: 20_003 },
  not_found: { status: 404, code: 20_404 },
  method_not_allowed: { status: 405, code: 20_004 },
  payload_too_large: { status: 413, code: 20_001 },
  unsupported_media_type: { status: 415, code: 20_001 },
  invalid_idempotent_request: { status: 409, code: 20_409 },
  concurrent_idempotent_requests: { status: 409, code: 20_409 },
  rate_limit_exceeded: tooMany,
  hourly_quota_exceeded: tooMany,
  daily_quota_exceeded: tooMany,
  monthly_quota_exceeded: tooMany,
  request_timeout: { status: 408, code: 20_500 },
  headers_too_large: { status: 431, code: 20_001 },
  internal_error: { status: 500, code: 20_500 },
  service_unavailable: { status: 503, code: 20_503 },
}

/** By the field of the first fault. */
const byField: Record<string, number> = {
  to: 21_211,
  from: 21_212,
  media_urls: 21_620,
  callback: 21_609,
  scheduled_for: 35_114,
  scheduletype: 35_126,
}
const missing: Record<string, number> = { to: 21_604, from: 21_603, body: 21_602, sendat: 35_111 }

export function describe(refusal: Refusal): Described {
  const { status, code } = kindOf(refusal)
  const more_info = `https://www.twilio.com/docs/errors/${code}`
  return { status, body: { code, message: sentenceOf(refusal), more_info, status } }
}

function kindOf(refusal: Refusal): Kind {
  const [first] = faultsOf(refusal)
  if (refusal.code !== 'validation_error' || !first) return kinds[refusal.code]
  const field = first.path.split('.', 1)[0]?.toLowerCase() ?? ''
  const isMissing = /^(?:is required|needs |must have a text)/.test(first.message)
  const code = (isMissing && missing[field]) || byField[field] || kinds.validation_error.code
  return { status: 400, code }
}

const unauthorizedMessage =
  'Missing or invalid API key. Send one as the password of basic authentication, instead of the auth token.'

function sentenceOf(refusal: Refusal): string {
  if (refusal.code === 'unauthorized') return unauthorizedMessage
  const faults = faultsOf(refusal)
  if (faults.length === 0) return refusal.sentence ?? errors[refusal.code].message
  return faults
    .map(({ path, message }) => `${theirPath(path)}: ${message}`)
    .join('; ')
    .replaceAll('body or media_urls', 'Body or MediaUrl')
}

const faultsOf = ({ details }: Refusal): Fault[] => (Array.isArray(details) ? details.slice(0, 10) : [])

const theirNames: Record<string, string> = {
  to: 'To',
  from: 'From',
  body: 'Body',
  media_urls: 'MediaUrl',
  validity_seconds: 'ValidityPeriod',
  'callback.url': 'StatusCallback',
  scheduled_for: 'SendAt',
  created_after: 'DateSent>',
  created_before: 'DateSent<',
}

const theirName = (path: string): string => (Object.hasOwn(theirNames, path) ? theirNames[path] : undefined) ?? path

const theirPath = (path: string): string => theirName(path).split('.').map(theirName).join('.')
