import { type Static, Type } from 'typebox'

/** Every error code a caller can get: its HTTP status and the default message. */
export const errors = {
  validation_error: { status: 400, message: 'The request is not valid; details says what to change.' },
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  invalid_request: { status: 400, message: 'The request is not valid HTTP.' },
  invalid_cursor: { status: 400, message: 'This cursor does not belong to this list. Start again without one.' },
  invalid_state: { status: 400, message: 'The object is not in a state that allows this.' },
  message_too_long: { status: 400, message: 'The message is too long.' },
  recipient_opted_out: { status: 400, message: 'The recipient has opted out.' },
  invalid_idempotency_key: { status: 400, message: 'Idempotency-Key must be 1 to 256 printable ASCII characters.' },
  missing_variable: { status: 400, message: 'The template prints a variable that was not given.' },
  unauthorized: {
    status: 401,
    message: 'Missing or invalid API key. Send one as "Authorization: Bearer tx_live_…" or "Bearer tx_test_…".',
  },
  insufficient_credits: { status: 402, message: 'Not enough credits for this message.' },
  forbidden: { status: 403, message: 'This API key lacks the permission that the operation needs.' },
  domain_not_verified: { status: 403, message: 'The sender domain is not verified for this organization.' },
  not_found: { status: 404, message: 'No such object.' },
  method_not_allowed: {
    status: 405,
    message: 'This path does not support this method. The Allow header lists the supported methods.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  contact_exists: { status: 409, message: 'A contact with this email or phone number exists already.' },
  invalid_idempotent_request: {
    status: 409,
    message: 'This Idempotency-Key was used with another request. Use a new key for a new request.',
  },
  concurrent_idempotent_requests: {
    status: 409,
    message: 'A request with this Idempotency-Key is still running. Try again in a moment.',
  },
  payload_too_large: { status: 413, message: 'The request is larger than this operation allows.' },
  unsupported_media_type: {
    status: 415,
    message: 'Send the body as JSON in UTF-8, uncompressed, with "Content-Type: application/json".',
  },
  rate_limit_exceeded: { status: 429, message: 'Too many requests. Try again after the time in Retry-After.' },
  hourly_quota_exceeded: { status: 429, message: 'The hourly sending quota is used up.' },
  daily_quota_exceeded: { status: 429, message: 'The daily sending quota is used up.' },
  monthly_quota_exceeded: { status: 429, message: 'The monthly sending quota is used up.' },
  headers_too_large: { status: 431, message: 'The request headers are larger than 16 KiB.' },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side. Quote the x-request-id when you report it.',
  },
  service_unavailable: { status: 503, message: 'The service is temporarily unavailable. Try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** One fault in a request: where it is and how to fix it. */
export const Fault = Type.Object({
  path: Type.String(),
  message: Type.String(),
  line: Type.Optional(Type.Integer({ minimum: 1, description: 'The line in the source, for example of a template.' })),
  column: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type Fault = Static<typeof Fault>

export const ErrorBody = Type.Object(
  {
    code: Type.String({ description: 'A stable code for the kind of error.' }),
    message: Type.String({ description: 'What went wrong and how to fix it.' }),
    statusCode: Type.Number({ description: 'The HTTP status.' }),
    details: Type.Optional(
      Type.Unknown({
        description:
          'More information about the error. For validation errors: a list of { path, message }, with line and column where a template does not parse.',
      }),
    ),
    error: Type.Optional(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        { description: 'Repeats code and message on 401, 403 and 429.' },
      ),
    ),
  },
  { $id: 'Error', description: 'The body of every error.' },
)
export type ErrorBody = Static<typeof ErrorBody>
