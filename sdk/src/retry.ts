/** When a call is made once more. */
import { ApiError, ConnectionError } from './errors.ts'

/** `keyed`: its Idempotency-Key makes a repetition harmless. `once`: it would be done twice. */
export type Repeat = 'safe' | 'keyed' | 'once'

export type Failure = {
  error: unknown
  repeat: Repeat
  /** How many tries there were before this one. */
  retries: number
  maxRetries: number
  /** Until the deadline of the call. */
  msLeft: number
}

// A key whose hour is used up is told to wait for up to an hour: the caller has better things to do than to sit there.
const longestPauseMs = 60_000

/** Undefined when the error is to be thrown. `chance` is from 0 to 1. */
export function pauseBeforeRetry(failure: Failure, chance: number): number | undefined {
  const { error, retries, maxRetries, msLeft } = failure
  if (retries >= maxRetries || !mayRepeat(failure)) return undefined
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined
  // Never less than asked for, and not all clients at the same moment.
  const pause = asked === undefined ? backOff(retries) * (0.5 + chance / 2) : asked * (1 + chance / 10)
  return (asked ?? 0) > longestPauseMs || pause >= msLeft ? undefined : pause
}

const backOff = (retries: number): number => Math.min(500 * 2 ** retries, 8_000)

function mayRepeat({ error, repeat }: Failure): boolean {
  if (error instanceof ConnectionError) return repeat !== 'once' || neverLeft(error.cause)
  if (!(error instanceof ApiError) || !error.isRetryable) return false
  // These say that nothing was done. A 5xx may stand for a commit whose answer was lost.
  if ([408, 409, 429].includes(error.status)) return true
  return error.status >= 500 && repeat !== 'once'
}

/** What Node, Deno and Bun say when there was no connection, so that nothing can have been sent. */
const noConnection =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused/

function neverLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && noConnection.test(String(error.code))) || neverLeft(error.cause)
}
