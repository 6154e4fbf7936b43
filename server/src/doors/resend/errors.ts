/** Our refusals in Resend's format: { statusCode, name, message }. Its clients distinguish them by status and name. */
import type { ErrorCode, Fault } from '@posthorn/contract/errors'
import type { Refusal } from '#core/refusal.ts'
import type { Described } from '#http/door/door.ts'
import { faultsOf, sentenceOf as ofDoor } from '#http/door/faults.ts'

type Kind = { status: number; name: string }

const kinds: Record<ErrorCode, Kind> = {
  validation_error: { status: 422, name: 'validation_error' },
  missing_variable: { status: 422, name: 'validation_error' },
  message_too_long: { status: 422, name: 'validation_error' },
  recipient_opted_out: { status: 422, name: 'validation_error' },
  invalid_cursor: { status: 422, name: 'validation_error' },
  invalid_state: { status: 422, name: 'validation_error' },
  contact_exists: { status: 422, name: 'validation_error' },
  invalid_json: { status: 400, name: 'validation_error' },
  invalid_request: { status: 400, name: 'validation_error' },
  payload_too_large: { status: 413, name: 'validation_error' },
  unsupported_media_type: { status: 415, name: 'validation_error' },
  domain_not_verified: { status: 403, name: 'validation_error' },
  unauthorized: { status: 401, name: 'missing_api_key' },
  forbidden: { status: 401, name: 'restricted_api_key' },
  not_found: { status: 404, name: 'not_found' },
  method_not_allowed: { status: 405, name: 'method_not_allowed' },
  invalid_idempotency_key: { status: 400, name: 'invalid_idempotency_key' },
  invalid_idempotent_request: { status: 409, name: 'invalid_idempotent_request' },
  concurrent_idempotent_requests: { status: 409, name: 'concurrent_idempotent_requests' },
  rate_limit_exceeded: { status: 429, name: 'rate_limit_exceeded' },
  hourly_quota_exceeded: { status: 429, name: 'rate_limit_exceeded' },
  daily_quota_exceeded: { status: 429, name: 'daily_quota_exceeded' },
  monthly_quota_exceeded: { status: 429, name: 'monthly_quota_exceeded' },
  insufficient_credits: { status: 429, name: 'monthly_quota_exceeded' },
  request_timeout: { status: 408, name: 'application_error' },
  headers_too_large: { status: 431, name: 'application_error' },
  internal_error: { status: 500, name: 'application_error' },
  service_unavailable: { status: 503, name: 'application_error' },
}

export function describe(refusal: Refusal, { hasKey }: { hasKey: boolean }): Described {
  const { status, name } = kindOf(refusal, hasKey)
  return { status, body: { statusCode: status, name, message: sentenceOf(refusal) } }
}

function kindOf(refusal: Refusal, hasKey: boolean): Kind {
  const { code } = refusal
  if (code === 'unauthorized' && hasKey) return { status: 403, name: 'invalid_api_key' }
  const [first] = faultsOf(refusal)
  if (code === 'validation_error' && first) return { status: 422, name: nameOf(first) }
  return kinds[code]
}

function nameOf({ path, message }: Fault): string {
  if (message.startsWith('is required') || message.startsWith('needs ')) return 'missing_required_field'
  const field = path.replace(/^\d+\./, '')
  if (field === 'attachments' || field.startsWith('attachments.')) return 'invalid_attachment'
  return field === 'from' ? 'invalid_from_address' : 'validation_error'
}

/** The faults as one sentence, since Resend has no list of faults. */
export const sentenceOf = (refusal: Refusal): string =>
  // Resend has one field for these two of ours.
  ofDoor(refusal, theirNames).replaceAll('template_id or template_friendly_name', 'template')

/** Our field names, and Resend's. */
const theirNames: Record<string, string> = {
  scheduled_for: 'scheduled_at',
  template_id: 'template.id',
  template_friendly_name: 'template.id',
  variables: 'template.variables',
  'attachments.type': 'content_type',
  'attachments.contentId': 'content_id',
  email_subscribed: 'unsubscribed',
  friendly_name: 'alias',
  url: 'endpoint',
  subscribed_events: 'events',
  fallback: 'fallback_value',
  data: 'payload',
  csv: 'file',
  columns: 'column_map',
  segment_ids: 'segments',
}
