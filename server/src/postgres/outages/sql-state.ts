/** True for an error of PostgreSQL with one of these codes (SQLSTATE). */
export const hasSqlState = (error: unknown, ...states: readonly string[]): error is Error =>
  error instanceof Error && 'code' in error && states.includes(String(error.code))
