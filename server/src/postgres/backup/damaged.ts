import { fatal } from '#core/fatal.ts'

/** What a file that cannot be trusted is refused with. */
export const damaged = (why: string, cause?: unknown) =>
  fatal(`The backup is damaged: ${why}. Nothing was restored. Take another copy of it.`, cause)
