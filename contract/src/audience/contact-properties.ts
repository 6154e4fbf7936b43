/** The values of a contact's fields: what they look like wherever they are given or shown. */
import { Type } from 'typebox'

/** With more of them a contact is no longer a person that somebody writes to. */
export const maxFields = 100
/** Characters of a text. The index of values takes 2,700 bytes, and a character has at most four. */
export const maxPropertyText = 500
/** Of all properties of a contact, as JSON: an event shows them as they are and as they were, in under 20 kB. */
export const maxPropertiesBytes = 8_000

/** What a list can be filtered by: what an index finds. */
export const propertyOperators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'starts_with', 'exists', 'is_empty'] as const
export type PropertyOperator = (typeof propertyOperators)[number]

export type PropertyValue = string | number | boolean
export type Properties = Readonly<Record<string, PropertyValue>>
export type GivenProperties = Readonly<Record<string, PropertyValue | null>>

const text = Type.String({ maxLength: maxPropertyText })

export const ContactProperties = Type.Unsafe<Properties>({
  ...Type.Record(Type.String(), Type.Union([text, Type.Number(), Type.Boolean()])),
  description: 'The values of your own fields, by their keys. Left out when there are none.',
})

export const GivenProperties = Type.Unsafe<GivenProperties>({
  ...Type.Record(Type.String(), Type.Union([text, Type.Number(), Type.Boolean(), Type.Null()]), {
    maxProperties: maxFields,
  }),
  description:
    'Values of your own fields, by their keys, each of the type that POST /v1/contact-fields gave it. A date is a day or a timestamp in UTC. Fields that are not named stay as they are; null clears one.',
})
