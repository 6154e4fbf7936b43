/** A condition on a field, as a range of the texts in the index of values. */
import type { PropertyOperator, PropertyValue } from '@posthorn/contract/audience/contact-properties'
import { type RawBuilder, sql } from 'kysely'
import { toSortable } from './field.ts'

/** `isMet` false selects contacts without such a value. */
export type ValueRange = {
  fieldId: string
  isMet: boolean
  equal?: string
  above?: string
  from?: string
  below?: string
  to?: string
}

/** For operators with a value. The value must have the field's type. */
export function rangeOf(
  fieldId: string,
  operator: Exclude<PropertyOperator, 'exists' | 'is_empty'>,
  value: PropertyValue,
): ValueRange {
  const sortable = toSortable(value)
  const met = { fieldId, isMet: true }
  switch (operator) {
    case 'eq':
      return { ...met, equal: sortable }
    case 'neq':
      return { fieldId, isMet: false, equal: sortable }
    case 'gt':
      return { ...met, above: sortable }
    case 'gte':
      return { ...met, from: sortable }
    case 'lt':
      return { ...met, below: sortable }
    case 'lte':
      return { ...met, to: sortable }
    case 'starts_with':
      return { ...met, from: sortable, ...belowNext(sortable) }
  }
}

const lastCodePoint = 0x10ffff

/** Before the first text that sorts after all texts with this prefix. There is none if the prefix only has the last code point. Texts sort by code point. */
function belowNext(prefix: string): { below?: string } {
  const points = Array.from(prefix, one => one.codePointAt(0) ?? 0)
  const nth = points.findLastIndex(point => point < lastCodePoint)
  const last = points[nth]
  if (last === undefined) return {}
  // No text contains a surrogate.
  return { below: String.fromCodePoint(...points.slice(0, nth), last === 0xd7ff ? 0xe000 : last + 1) }
}

/** An empty text counts both as existing and as empty. */
export const presenceOf = (fieldId: string, operator: 'exists' | 'is_empty'): ValueRange =>
  operator === 'exists' ? { fieldId, isMet: true } : { fieldId, isMet: false, above: '' }

/** Condition for the values in the range; `name` is the alias of contact_values in the statement. */
export const ofField = (name: string, environmentId: string, range: ValueRange): RawBuilder<unknown> =>
  sql`${sql.ref(`${name}.environment_id`)} = ${environmentId} and ${sql.ref(`${name}.field_id`)} = ${range.fieldId}
    ${inRange(name, range)}`

function inRange(name: string, { equal, above, from, below, to }: ValueRange): RawBuilder<unknown> {
  const value = sql.ref(`${name}.value`)
  const parts = [
    equal !== undefined && sql`and ${value} = ${equal}`,
    above !== undefined && sql`and ${value} > ${above}`,
    from !== undefined && sql`and ${value} >= ${from}`,
    below !== undefined && sql`and ${value} < ${below}`,
    to !== undefined && sql`and ${value} <= ${to}`,
  ]
  return sql.join(
    parts.filter(part => part !== false),
    sql` `,
  )
}
