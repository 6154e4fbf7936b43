/**
 * Translates a filter into a SQL condition on contacts. Every part is true or false, never null, so `not` can negate it.
 * Conditions on other tables are an `exists`, which PostgreSQL turns into a join when all contacts are read. When only a few are read, `offset 0`
 * forces lookups one by one: otherwise PostgreSQL overestimates the few and reads a whole table.
 */
import type {
  ActivityCondition,
  EventCondition,
  FieldCondition,
  SegmentCondition,
  SegmentFilter,
} from '@posthorn/contract/segments/filter'
import { type FilterField, filterFields, keyOfOwnField } from '@posthorn/contract/segments/filter-words'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { idsFrom } from '#core/id.ts'
import { type Field, type Fields, toValue } from '#resources/audience/fields/field.ts'
import { ofField, presenceOf, rangeOf, type ValueRange } from '#resources/audience/fields/value-range.ts'
import { activityName } from './activity.ts'
import { type Bound, boundsOf } from './moments.ts'

export type Sql = RawBuilder<SqlBool>

export type Asked = {
  environmentId: string
  fields: Fields
  now: Date
  /** How many contacts the statement reads: 'many' joins whole tables, 'few' looks contacts up one by one. */
  rows: 'few' | 'many'
  /** The alias of the contacts table in the statement. */
  contacts: string
}

/** The cast matters in a select list, where a parameter without one comes back as text. */
const always = (isMet: boolean): Sql => sql`${isMet}::boolean`

const nobody = always(false)

export function toCondition(filter: SegmentFilter, asked: Asked): Sql {
  if ('all' in filter) return joined(filter.all, sql` and `, asked)
  if ('any' in filter) return joined(filter.any, sql` or `, asked)
  if ('not' in filter) return sql`not ${toCondition(filter.not, asked)}`
  return ofOne(filter, asked)
}

const joined = (filters: readonly SegmentFilter[], by: RawBuilder<unknown>, asked: Asked): Sql =>
  sql`(${sql.join(
    filters.map(one => toCondition(one, asked)),
    by,
  )})`

function ofOne(condition: SegmentCondition, asked: Asked): Sql {
  if ('field' in condition) return ofFieldCondition(condition, asked)
  if ('topic_id' in condition) return ofMembership('topic_memberships', 'topic_id', condition.topic_id, asked)
  if ('segment_id' in condition) return onList(condition.segment_id, asked)
  return 'event' in condition ? ofEvent(condition, asked) : ofActivity(condition, asked)
}

const oneByOne = ({ rows }: Asked) => (rows === 'few' ? sql`offset 0` : sql``)

const column = ({ contacts }: Asked, name: string) => sql.ref(`${contacts}.${name}`)

export const onList = (id: string, asked: Asked): Sql => ofMembership('segment_members', 'segment_id', id, asked)

const ofMembership = (table: string, key: string, id: string, asked: Asked): Sql => sql`exists (
  select from ${sql.table(table)} m where m.environment_id = ${asked.environmentId} and ${sql.ref(`m.${key}`)} = ${id}
    and m.contact_id = ${column(asked, 'id')} ${oneByOne(asked)})`

function ofEvent({ event, at_least = 1, within_days }: EventCondition, asked: Asked): Sql {
  const recorded = sql`select from contact_events e ${happened(event, within_days, asked)}`
  if (at_least === 1) return sql`exists (${recorded} and e.contact_id = ${column(asked, 'id')} ${oneByOne(asked)})`
  if (asked.rows === 'few')
    return sql`exists (${recorded} and e.contact_id = ${column(asked, 'id')} offset ${at_least - 1})`
  return sql`${column(asked, 'id')} in (
    select e.contact_id from contact_events e ${happened(event, within_days, asked)}
    group by e.contact_id having count(*) >= ${at_least})`
}

function ofActivity({ activity, within_days, tag }: ActivityCondition, asked: Asked): Sql {
  return sql`exists (
    select from contact_events e ${withTag(tag, asked)} ${happened(activityName[activity], within_days, asked)}
      and e.contact_id = ${column(asked, 'id')} ${oneByOne(asked)})`
}

const withTag = (tag: string | undefined, { environmentId }: Asked) =>
  tag === undefined
    ? sql``
    : sql`join email_tags t on t.environment_id = ${environmentId} and t.tag = ${tag} and t.email_id = e.email_id`

/** Explanations count no further. */
const maxExplained = 1_000

export const countOf = ({ event, within_days }: EventCondition, asked: Asked): RawBuilder<number> => sql`(
  select count(*)::integer from (
    select from contact_events e ${happened(event, within_days, asked)} and e.contact_id = ${column(asked, 'id')}
    limit ${maxExplained}) as counted)`

export const lastOf = ({ activity, tag }: ActivityCondition, asked: Asked): RawBuilder<string | null> => sql`(
  select e.id from contact_events e ${withTag(tag, asked)} ${happened(activityName[activity], undefined, asked)}
    and e.contact_id = ${column(asked, 'id')}
  order by e.id desc limit 1)`

/** Ids contain the time, so old partitions are skipped. */
const happened = (name: string, withinDays: number | undefined, { environmentId, now }: Asked) => sql`
  where e.environment_id = ${environmentId} and e.name = ${name}
  ${withinDays === undefined ? sql`` : sql`and e.id >= ${idsFrom(daysBefore(now, withinDays))}::uuid`}`

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

function ofFieldCondition(condition: FieldCondition, asked: Asked): Sql {
  const key = keyOfOwnField(condition.field)
  if (key !== undefined) {
    const field = asked.fields.get(key)
    return field ? ofOwnField(condition, field, asked) : nobody
  }
  // `as`: checked when the segment was saved.
  const name = condition.field as FilterField
  switch (filterFields[name]) {
    case 'moment':
      return ofMoment(condition, name, asked)
    case 'flag':
      return ofFlag(condition, column(asked, name))
    case 'address':
      return ofText(condition, sql`lower(${column(asked, name)} collate "C")`, column(asked, name), { isFolded: true })
    default:
      return ofText(condition, column(asked, name), column(asked, name))
  }
}

type Column = RawBuilder<unknown>

function ofFlag({ operator, value }: FieldCondition, flag: Column): Sql {
  if (operator === 'exists' || operator === 'is_empty') return always(operator === 'exists')
  return sql`${flag} = ${(operator === 'eq') === (value === true)}`
}

function ofText({ operator, value }: FieldCondition, text: Column, plain: Column, { isFolded = false } = {}): Sql {
  const wanted = isFolded ? String(value).toLowerCase() : String(value)
  switch (operator) {
    case 'exists':
      return sql`${plain} is not null`
    case 'is_empty':
      return sql`coalesce(${plain}, '') = ''`
    case 'eq':
      return sql`(${plain} is not null and ${text} = ${wanted})`
    case 'neq':
      return sql`${text} is distinct from ${wanted}`
    default:
      return sql`(${plain} is not null and ${text} like ${patternOf(operator, wanted)})`
  }
}

function patternOf(operator: FieldCondition['operator'], value: string): string {
  const part = value.replaceAll(/[\\%_]/g, '\\$&')
  return `${operator === 'starts_with' ? '' : '%'}${part}${operator === 'ends_with' ? '' : '%'}`
}

function ofMoment(condition: FieldCondition, name: FilterField, asked: Asked): Sql {
  const { operator } = condition
  if (operator === 'exists' || operator === 'is_empty') return always(operator === 'exists')
  const bounds = boundsOf(condition, asked.now)
  const parts = bounds.map(({ sign, moment }) => sql`${column(asked, name)} ${sql.raw(sign)} ${moment}::timestamptz`)
  // Contact ids contain the creation time, so newer contacts are read from the index.
  const since = name === 'created_at' ? bounds.find(({ sign }) => sign.startsWith('>')) : undefined
  if (since) parts.push(sql`${column(asked, 'id')} >= ${idsFrom(new Date(since.moment))}::uuid`)
  const met = sql<SqlBool>`(${sql.join(parts, sql` and `)})`
  return operator === 'neq' ? sql`not ${met}` : met
}

const rangeBound = { '>': 'above', '>=': 'from', '<': 'below', '<=': 'to', '=': 'equal' } as const satisfies Record<
  Bound['sign'],
  keyof ValueRange
>

function ofOwnField(condition: FieldCondition, field: Field, asked: Asked): Sql {
  const { operator } = condition
  if (operator === 'exists' || operator === 'is_empty') return inRange(presenceOf(field.id, operator), asked)
  if (field.type === 'date') {
    const bounds = boundsOf(condition, asked.now).map(({ sign, moment }) => [rangeBound[sign], moment] as const)
    return inRange({ fieldId: field.id, isMet: operator !== 'neq', ...Object.fromEntries(bounds) }, asked)
  }
  const value = toValue(field.type, condition.value)
  if (value === undefined) return nobody
  switch (operator) {
    case 'contains':
    case 'ends_with':
      return inRange({ fieldId: field.id, isMet: true }, asked, patternOf(operator, String(value)))
    case 'in_last_days':
    case 'more_than_days_ago':
    case 'in_next_days':
      return nobody
    default:
      return inRange(rangeOf(field.id, operator, value), asked)
  }
}

const inRange = (
  range: ValueRange,
  asked: Asked,
  pattern?: string,
): Sql => sql`${range.isMet ? sql`` : sql`not`} exists (
  select from contact_values v where ${ofField('v', asked.environmentId, range)}
    ${pattern === undefined ? sql`` : sql`and v.value like ${pattern}`} and v.contact_id = ${column(asked, 'id')}
    ${oneByOne(asked)})`
