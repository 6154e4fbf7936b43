import { Refusal } from '#core/refusal.ts'
import { hasSqlState } from './sql-state.ts'

// Classes and codes from https://www.postgresql.org/docs/current/errcodes-appendix.html that mean
// "the database cannot work now", never "this statement is wrong".
const lostClasses = ['08']
const lostCodes = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04'])
// Only connecting fails so: wrong account, password or pg_hba.conf; no database of this name; a certificate that is not trusted.
const refusedClasses = ['28', '3D']
const refusedCertificate = /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/
// Out of memory, disk or connections; I/O errors; read-only after a failover; a statement or a lock that took too long.
const busyClasses = ['53', '58']
const busyCodes = new Set(['25006', '57014', '55P03'])
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EMFILE',
  'ENFILE',
])
// Errors of node-postgres without a code.
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end|The server does not support SSL)/

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
const isOfClass = (code: string, classes: readonly string[]): boolean =>
  code.length === 5 && classes.includes(code.slice(0, 2))

/**
 * A statement with more than 65,535 parameters, which the protocol cannot count. Only PostgreSQL names the routine: connection poolers use the same
 * code, 08P01, for lost connections.
 */
const hasTooManyParameters = (error: Error): boolean => 'routine' in error && error.routine === 'exec_bind_message'

/**
 * True when the server did not let us in. While we run, somebody has changed it, and will change it back or restart us with other settings; at a
 * start it is a mistake in the settings.
 */
export const isRefusedLogin = (error: unknown): boolean =>
  error instanceof Error && (isOfClass(codeOf(error), refusedClasses) || refusedCertificate.test(codeOf(error)))

/** True when the connection is unusable or could not be opened. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return (
    isRefusedLogin(error) ||
    socketCodes.has(code) ||
    lostCodes.has(code) ||
    (isOfClass(code, lostClasses) && !hasTooManyParameters(error)) ||
    lostMessages.test(error.message) ||
    (error instanceof AggregateError && error.errors.some(isConnectionLost))
  )
}

/** True when there was no connection in time: the database, or the work that uses all of our connections, may only be slow. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  /^(timeout exceeded|timeout expired|Connection terminated due to connection timeout)/.test(error.message)

/** True when the database is down, full, too busy or shutting down: the caller may retry later. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (error instanceof Refusal) return error.code === 'service_unavailable'
  return isConnectionLost(error) || busyCodes.has(code) || isOfClass(code, busyClasses)
}

/** True for an outage or a deadlock. */
export const isPassing = (error: unknown): boolean => isOutage(error) || hasSqlState(error, '40P01')
