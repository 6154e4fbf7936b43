import { isOutage, isRefusedLogin } from '#postgres/outages/outage.ts'

/** True for a database that is away, not for one that the settings do not let us use. */
export const isAway = (cause: unknown): boolean => isOutage(cause) && !isRefusedLogin(cause)

/** Why the database of a setting cannot be used, and what to do. */
export const explainUnreachable = (
  { url, setting }: { url: string; setting: string },
  cause: unknown,
): { message: string; advice: string } => ({
  message: `The database at ${new URL(url).host} cannot be used: ${reasonOf(cause)}.`,
  advice: isAway(cause) ? 'Is it running and reachable?' : adviceOn(reasonOf(cause), setting),
})

const withTls = 'sslmode=verify-full&sslrootcert=/path/to/ca.crt'

/** Recognizes the messages of PostgreSQL and Node about missing TLS, certificates and their files. */
function adviceOn(reason: string, setting: string): string {
  if (reason.endsWith('no encryption')) return `It requires TLS: add ?${withTls} to ${setting} (docs/operating.md).`
  if (/certificate/i.test(reason))
    return `${setting} must use a host name from the certificate, and name the CA that signed it: ?${withTls}.`
  if (/^E[A-Z]+: .*, open /.test(reason)) return `Check sslrootcert, sslcert and sslkey in ${setting}.`
  return `Check user, password and database name in ${setting}.`
}

/** A host name with several addresses fails with an AggregateError that has one error per address and no message. */
export function reasonOf(cause: unknown): string {
  const first = cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause
  return first instanceof Error && first.message ? first.message : String(first)
}
