/** Translates conditions on dates and times into bounds. */
import type { FieldCondition } from '@posthorn/contract/segments/filter'
import { toValue } from '#resources/audience/fields/field.ts'

/** ISO 8601 in UTC, which sorts like time. */
export type Bound = { sign: '=' | '>' | '>=' | '<' | '<='; moment: string }

const dayMs = 86_400_000

const signs = { eq: '=', neq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** All bounds must hold; for `neq`, the opposite. */
export function boundsOf({ operator, value }: FieldCondition, now: Date): Bound[] {
  const days = (count: number): string => new Date(now.getTime() + count * dayMs).toISOString()
  const count = Number(value)
  switch (operator) {
    case 'in_last_days':
      return [
        { sign: '>=', moment: days(-count) },
        { sign: '<=', moment: days(0) },
      ]
    case 'in_next_days':
      return [
        { sign: '>=', moment: days(0) },
        { sign: '<=', moment: days(count) },
      ]
    case 'more_than_days_ago':
      return [{ sign: '<', moment: days(-count) }]
    case 'eq':
    case 'neq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return [{ sign: signs[operator], moment: String(toValue('date', value)) }]
    default:
      throw new Error(`operator ${operator} does not apply to a date`)
  }
}
