/** Fields, kinds and operators of segment filters. No schemas here: the dashboard loads this file on every page. */
import type { FieldType } from '../audience/contact-fields.ts'

export const maxFilterDepth = 5
/** Each condition is a separate lookup. */
export const maxFilterConditions = 50
/** No tenant keeps events for longer. */
export const maxFilterDays = 3_650

export const activities = ['opened', 'clicked', 'bounced', 'complained'] as const
export type Activity = (typeof activities)[number]

export const contactSources = ['api', 'dashboard', 'import', 'form'] as const
export type ContactSource = (typeof contactSources)[number]

const presence = ['exists', 'is_empty'] as const
const order = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const
const parts = ['contains', 'starts_with', 'ends_with'] as const
/** Their value is a number of days before or after the time of evaluation. */
const days = ['in_last_days', 'more_than_days_ago', 'in_next_days'] as const

export const filterOperators = [...order, ...parts, ...days, ...presence] as const
export type FilterOperator = (typeof filterOperators)[number]

export const takesDays = (operator: FilterOperator): boolean => days.some(one => one === operator)
export const takesValue = (operator: FilterOperator): boolean => !presence.some(one => one === operator)

/** An address is text that ignores case. */
export type FilterKind = 'address' | 'text' | 'number' | 'flag' | 'moment' | 'source'

/** Built-in fields of contacts. Contact fields of the environment are written properties.<key>. */
export const filterFields = {
  email: 'address',
  phone_number: 'text',
  first_name: 'text',
  last_name: 'text',
  email_subscribed: 'flag',
  sms_subscribed: 'flag',
  created_at: 'moment',
  updated_at: 'moment',
  source: 'source',
} as const satisfies Readonly<Record<string, FilterKind>>
export type FilterField = keyof typeof filterFields

export const kindOfFieldType = {
  string: 'text',
  number: 'number',
  boolean: 'flag',
  date: 'moment',
} as const satisfies Record<FieldType, FilterKind>

export const filterOperatorsOf: Readonly<Record<FilterKind, readonly FilterOperator[]>> = {
  address: ['eq', 'neq', ...parts, ...presence],
  text: ['eq', 'neq', ...parts, ...presence],
  number: [...order, ...presence],
  flag: ['eq', 'neq', ...presence],
  moment: [...order, ...days, ...presence],
  source: ['eq', 'neq', ...presence],
}

const ownField = /^properties\.([a-z][a-z0-9_]{0,49})$/

/** `plan` of properties.plan; undefined for built-in fields. */
export const keyOfOwnField = (field: string): string | undefined => ownField.exec(field)?.[1]

export const kindOfContactField = (field: string): FilterKind | undefined =>
  Object.hasOwn(filterFields, field) ? filterFields[field as FilterField] : undefined // as: checked by hasOwn
