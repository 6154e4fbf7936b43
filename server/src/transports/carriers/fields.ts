/** External JSON, in which any field may be missing or have another type. */
export type Fields = Readonly<Record<string, unknown>>

const none: Fields = {}

/** Null when it is not an object. */
export function parseFields(json: string): Fields | null {
  try {
    const value: unknown = JSON.parse(json)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : none)

export const firstOf = (value: unknown): Fields => fieldsOf(listOf(value)[0])

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Empty when the value is neither a string nor a number. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
