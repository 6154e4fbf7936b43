/** What the doctor found about one thing. A warning is worth knowing; an error must be mended. */
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

/** A check that fails in a way nobody foresaw is a finding, too, and keeps none of the others from being made. */
export async function guarded(name: string, look: () => Check[] | Promise<Check[]>): Promise<Check[]> {
  try {
    return await look()
  } catch (cause) {
    return [error(name, `Could not be checked: ${cause instanceof Error ? cause.message : String(cause)}`)]
  }
}
