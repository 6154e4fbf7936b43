// Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html that mean
// "the database cannot work now", never "this statement is wrong".
const outageClasses = ['08', '53', '58']
const outageCodes = new Set(['57P01', '57P02', '57P03', '57P05', '25006'])
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
// node-postgres gives these no code.
const outageMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end|The server does not support SSL)/

/** True when the database is away, full or going down: the caller may try again later. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    socketCodes.has(code) ||
    outageCodes.has(code) ||
    (code.length === 5 && outageClasses.includes(code.slice(0, 2))) ||
    outageMessages.test(error.message) ||
    (error instanceof AggregateError && error.errors.some(isOutage))
  )
}
