/** Our refusals in Postmark's format: { ErrorCode, Message }. Its clients distinguish them by status, then by code. */
import type { ErrorCode, Fault } from '@posthorn/contract/errors'
import type { Refusal } from '#core/refusal.ts'
import type { Described } from '#http/door/door.ts'
import { faultsOf, sentenceOf } from '#http/door/faults.ts'

type Kind = { status: number; code: number }

const invalidEmail = { status: 422, code: 300 }
const notFound = { status: 404, code: 404 }
const wrongKey = { status: 401, code: 10 }
const rateLimited = { status: 429, code: 429 }
const maintenance = { status: 503, code: 100 }

const kinds: Record<ErrorCode, Kind> = {
  validation_error: invalidEmail,
  missing_variable: invalidEmail,
  message_too_long: invalidEmail,
  invalid_cursor: invalidEmail,
  invalid_state: invalidEmail,
  contact_exists: invalidEmail,
  invalid_idempotency_key: invalidEmail,
  invalid_idempotent_request: { ...invalidEmail, status: 409 },
  concurrent_idempotent_requests: { ...invalidEmail, status: 409 },
  payload_too_large: { ...invalidEmail, status: 413 },
  invalid_json: { status: 422, code: 402 },
  invalid_request: { status: 422, code: 403 },
  unsupported_media_type: { status: 415, code: 409 },
  domain_not_verified: { status: 422, code: 400 },
  insufficient_credits: { status: 422, code: 405 },
  recipient_opted_out: { status: 422, code: 406 },
  unauthorized: wrongKey,
  forbidden: wrongKey,
  not_found: notFound,
  method_not_allowed: { ...notFound, status: 405 },
  rate_limit_exceeded: rateLimited,
  hourly_quota_exceeded: rateLimited,
  daily_quota_exceeded: rateLimited,
  monthly_quota_exceeded: rateLimited,
  request_timeout: { ...maintenance, status: 408 },
  headers_too_large: { ...invalidEmail, status: 431 },
  internal_error: { ...maintenance, status: 500 },
  service_unavailable: maintenance,
}

export function describe(refusal: Refusal): Described {
  const { status, code } = kindOf(refusal)
  const Message = refusal.code === 'unauthorized' ? unauthorizedMessage : inTheirWords(sentenceOf(refusal, theirNames))
  return { status, body: { ErrorCode: code, Message } }
}

const lacksContent = 'body: needs html or text or template_id or template_friendly_name'

const inTheirWords = (sentence: string): string =>
  sentence
    .replaceAll(lacksContent, 'HtmlBody: is required, or TextBody, TemplateId or TemplateAlias')
    .replaceAll('html or text', 'HtmlBody or TextBody')

const unauthorizedMessage =
  'Missing or invalid API key. Send one as "X-Postmark-Server-Token: tx_live_…" or "tx_test_…".'

function kindOf(refusal: Refusal): Kind {
  const [first] = faultsOf(refusal)
  if (refusal.code === 'validation_error' && first) return { status: 422, code: codeOf(first) }
  if (refusal.code === 'not_found' && Object(refusal.details).resource === 'email') return { status: 422, code: 701 }
  return kinds[refusal.code]
}

function codeOf({ path, message }: Fault): number {
  if (path === 'template_id' || path === 'template_friendly_name') return 1101
  if (path === 'message_stream') return 1235
  const isBatch = path === 'body' || path === 'Messages'
  return isBatch && message.includes('at most 500') ? 410 : invalidEmail.code
}

const theirNames = {
  from: 'From',
  to: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  subject: 'Subject',
  html: 'HtmlBody',
  text: 'TextBody',
  reply_to: 'ReplyTo',
  tags: 'Tag and Metadata',
  headers: 'Headers',
  attachments: 'Attachments',
  filename: 'Name',
  content: 'Content',
  type: 'ContentType',
  contentId: 'ContentID',
  message_stream: 'MessageStream',
  track_opens: 'TrackOpens',
  track_clicks: 'TrackLinks',
  template_id: 'TemplateId',
  template_friendly_name: 'TemplateAlias',
  variables: 'TemplateModel',
  email: 'EmailAddress',
}
