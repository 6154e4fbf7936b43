import { Fatal } from '#core/fatal.ts'

/** One result of the doctor. A warning is worth knowing; an error must be fixed. */
export type Check = {
  name: string
  status: 'ok' | 'warning' | 'error'
  message: string
  /** What to do about it. */
  advice?: string
}

const check =
  (status: Check['status']) =>
  (name: string, message: string, advice?: string): Check => ({ name, status, message, ...(advice && { advice }) })

export const ok = check('ok')
export const warning = check('warning')
export const error = check('error')

/** Turns an unexpected failure of a check into an error result, so that the other checks still run. */
export async function guarded(name: string, look: () => Check[] | Promise<Check[]>): Promise<Check[]> {
  try {
    return await look()
  } catch (cause) {
    // A Fatal already says what to do.
    if (cause instanceof Fatal) return [error(name, cause.message)]
    return [error(name, `The check failed: ${cause instanceof Error ? cause.message : String(cause)}`)]
  }
}
