/** Decides when a call is retried. */
import { ApiError, ConnectionError } from './errors.ts'

/** `keyed`: the Idempotency-Key makes a retry safe. `once`: a retry could take effect twice. */
export type Repeat = 'safe' | 'keyed' | 'once'

export type Failure = {
  error: unknown
  repeat: Repeat
  /** How many attempts there were before this one. */
  retries: number
  maxRetries: number
  /** The time until the deadline of the call. */
  msLeft: number
}

// A key over its hourly limit gets a Retry-After of up to an hour, which is too long to block the caller.
const maxPauseMs = 60_000

/** Undefined when the error must be thrown. `chance` is from 0 to 1. */
export function pauseBeforeRetry(failure: Failure, chance: number): number | undefined {
  const { error, retries, maxRetries, msLeft } = failure
  if (retries >= maxRetries || !mayRetry(failure)) return undefined
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined
  // Never less than requested, with jitter so clients do not retry at the same moment.
  const pause = asked === undefined ? backOff(retries) * (0.5 + chance / 2) : asked * (1 + chance / 10)
  return (asked ?? 0) > maxPauseMs || pause >= msLeft ? undefined : pause
}

const backOff = (retries: number): number => Math.min(500 * 2 ** retries, 8_000)

function mayRetry({ error, repeat }: Failure): boolean {
  if (error instanceof ConnectionError) return repeat !== 'once' || wasNeverSent(error.cause)
  if (!(error instanceof ApiError) || !error.isRetryable) return false
  // With a 4xx nothing was done. A 5xx can follow a commit whose answer was lost.
  return error.status < 500 || repeat !== 'once'
}

/** Error codes of Node, Deno and Bun for a connection that was never made, so nothing was sent. */
const noConnection =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused/

function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && noConnection.test(String(error.code))) || wasNeverSent(error.cause)
}
