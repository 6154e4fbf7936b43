import { fatal } from '#core/fatal.ts'

/** The error for a backup file that is not intact. */
export const damaged = (why: string, cause?: unknown) =>
  fatal(`The backup is damaged: ${why}. Nothing was restored. Use another copy of it.`, cause)
