import { isOutage } from '#postgres/outages/outage.ts'

/** Why the database that a setting names cannot be used, and what to do. */
export const explainUnreachable = (
  { url, setting }: { url: string; setting: string },
  cause: unknown,
): { message: string; advice: string } => ({
  message: `The database at ${new URL(url).host} cannot be used: ${reasonOf(cause)}.`,
  advice: isOutage(cause) ? 'Is it running and reachable?' : adviceOn(reasonOf(cause), setting),
})

const withTls = 'sslmode=verify-full&sslrootcert=/path/to/ca.crt'

/** What PostgreSQL and Node say of connections without TLS, and of certificates. */
function adviceOn(reason: string, setting: string): string {
  if (reason.endsWith('no encryption')) return `It asks for TLS: add ?${withTls} to ${setting} (docs/operating.md).`
  if (/certificate/i.test(reason))
    return `${setting} must have the name that stands in the certificate, and say who signed it: ?${withTls}.`
  return `Check user, password and database name in ${setting}.`
}

/** A host name with several addresses fails with one error for each, and with no message of its own. */
export function reasonOf(cause: unknown): string {
  const first = cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause
  return first instanceof Error && first.message ? first.message : String(first)
}
