import { isOutage } from '#postgres/outages/outage.ts'

/** Why the database that a setting names cannot be used, and what to do. */
export const explainUnreachable = (
  { url, setting }: { url: string; setting: string },
  cause: unknown,
): { message: string; advice: string } => ({
  message: `The database at ${new URL(url).host} cannot be used: ${reasonOf(cause)}.`,
  advice: isOutage(cause) ? 'Is it running and reachable?' : `Check user, password and database name in ${setting}.`,
})

/** A host name with several addresses fails with one error for each, and with no message of its own. */
export function reasonOf(cause: unknown): string {
  const first = cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause
  return first instanceof Error && first.message ? first.message : String(first)
}
