import { type Logger, pino } from 'pino'
import type { LogLevel } from './settings.ts'

export type { Logger }

/** One line of JSON per event. Do not log secrets, bodies or addresses. */
export const openLog = (level: LogLevel): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } })

/** Field by field: driver errors carry the whole connection with its password. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { name, message, code, stack, ...(cause !== undefined && { cause: describeError(cause) }) }
}
