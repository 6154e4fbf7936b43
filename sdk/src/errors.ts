import type { ErrorCode } from './types.generated.ts'

/** The base class of all errors of the client. An abort throws the signal's reason instead. */
export class PosthornError extends Error {
  override name = 'PosthornError'
}

/** No answer arrived, or only a part of it. */
export class ConnectionError extends PosthornError {
  override name = 'ConnectionError'
}

/** No answer arrived in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** The delivery is not signed with the secret, or is too old. */
export class WebhookVerificationError extends PosthornError {
  override name = 'WebhookVerificationError'
}

/** One fault in a request: where it is and how to fix it. */
export type Fault = { path: string; message: string }

/** The service refused the request. Handle it by `code`; `message` is for people and says how to fix it. */
export class ApiError extends PosthornError {
  override name = 'ApiError'
  /** `unexpected_response` for an answer that is not from Posthorn, such as a page of a proxy. */
  readonly code: ErrorCode | 'unexpected_response'
  /** The HTTP status. */
  readonly status: number
  readonly details: unknown
  /** The id of the request in the service's log. Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** How long the service asks to wait before the next attempt. */
  readonly retryAfterMs: number | undefined
  /** Whether the same request can succeed later: after a 408, 409, 429 or 5xx, unless the service says otherwise. */
  readonly isRetryable: boolean

  constructor(response: Pick<Response, 'status' | 'headers'>, body: ErrorBody | undefined, now = Date.now()) {
    const { status, headers } = response
    super(body ? messageOf(body) : unexpected(response))
    this.status = status
    // as: codes unknown to this version are passed on unchanged.
    this.code = (body?.code ?? 'unexpected_response') as ApiError['code']
    this.details = body?.details
    this.requestId = headers.get('x-request-id') ?? undefined
    this.retryAfterMs = retryAfter(headers, now)
    const isTemporary = [408, 409, 429].includes(status) || status >= 500
    this.isRetryable = isTemporary && headers.get('x-should-retry') !== 'false'
  }

  /** The faults in the request for `validation_error`; empty for other codes. */
  get faults(): readonly Fault[] {
    return faultsOf(this)
  }
}

export type ErrorBody = { code: string; message: string; details?: unknown }

const faultsOf = ({ code, details }: Pick<ErrorBody, 'code' | 'details'>): readonly Fault[] =>
  // as: the service returns this list for this code.
  code === 'validation_error' && Array.isArray(details) ? (details as Fault[]) : []

const maxFaultsInMessage = 5

/** With the first faults, because many logs have only the message. */
function messageOf(body: ErrorBody): string {
  const faults = faultsOf(body)
  const shown = faults.slice(0, maxFaultsInMessage).map(({ path, message }) => `${path} ${message}`)
  const more = faults.length > shown.length ? `; and ${faults.length - shown.length} more` : ''
  return shown.length > 0 ? `${body.message} ${shown.join('; ')}${more}` : body.message
}

/** Undefined when the text is not an error of the service. */
export function errorBody(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text)
    return typeof body?.code === 'string' && typeof body.message === 'string' ? body : undefined
  } catch {
    return undefined
  }
}

function unexpected({ status, headers }: Pick<Response, 'status' | 'headers'>): string {
  const to = headers.get('location')
  const where = to ? `, a redirect to ${to}` : ''
  return `The answer (${status}${where}) is not from Posthorn. Check the url: something else may answer there.`
}

function retryAfter(headers: Headers, now: number): number | undefined {
  const ms = headers.get('retry-after-ms')
  if (ms && Number(ms) >= 0) return Number(ms)
  const text = headers.get('retry-after')
  if (!text) return undefined
  const value = Number(text) >= 0 ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(value) ? undefined : Math.max(0, value)
}
