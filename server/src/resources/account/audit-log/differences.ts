import { isDeepStrictEqual } from 'node:util'
import type { FieldChange } from './entry.ts'

type Fields = Readonly<Record<string, unknown>>

/** As JSON. Longer values are not shown. */
const maxLength = 500

/** The fields that differ; for a new object, its initial values, except switches that are off. */
export function differences(before: Fields | undefined, after: Fields): FieldChange[] {
  return Object.keys(after).flatMap(field => {
    const [from, to] = [before?.[field] ?? null, after[field] ?? null]
    if (isDeepStrictEqual(from, to) || (!before && to === false)) return []
    if (!isShort(from) || !isShort(to)) return [{ field }]
    return [{ field, ...(from !== null && { from }), ...((before || to !== null) && { to }) }]
  })
}

const isShort = (value: unknown): boolean => JSON.stringify(value).length <= maxLength
