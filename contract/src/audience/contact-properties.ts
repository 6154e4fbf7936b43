/** The values of a contact's fields, in requests and answers. */
import { Type } from 'typebox'

/** Fields per environment. */
export const maxFields = 100
/** Characters of a string. The index of values takes 2,700 bytes, and a character has at most four. */
export const maxPropertyText = 500
/** All properties of a contact, as JSON: an event contains the old and the new ones, in under 20 kB. */
export const maxPropertiesBytes = 8_000

/** The operators of list filters, all of which an index can serve. */
export const propertyOperators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'starts_with', 'exists', 'is_empty'] as const
export type PropertyOperator = (typeof propertyOperators)[number]

export type PropertyValue = string | number | boolean
export type Properties = Readonly<Record<string, PropertyValue>>
export type GivenProperties = Readonly<Record<string, PropertyValue | null>>

const text = Type.String({ maxLength: maxPropertyText })

export const ContactProperties = Type.Unsafe<Properties>({
  ...Type.Record(Type.String(), Type.Union([text, Type.Number(), Type.Boolean()])),
  description: 'Values of your contact fields, by key. Left out when there are none.',
})

export const GivenProperties = Type.Unsafe<GivenProperties>({
  ...Type.Record(Type.String(), Type.Union([text, Type.Number(), Type.Boolean(), Type.Null()]), {
    maxProperties: maxFields,
  }),
  description:
    'Values of your contact fields, by key. Each has the type set by POST /v1/contact-fields. A date is a day or a timestamp in UTC. Fields that you leave out are unchanged; null clears a field.',
})
