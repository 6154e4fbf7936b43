import { type Static, type TSchema, Type } from 'typebox'
import { formats, phoneNumberPattern } from './formats.ts'

export const EmailAddress = Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.com'] })
export const Timestamp = Type.String({
  format: 'date-time',
  maxLength: 30,
  description: 'ISO 8601 in UTC, ending in Z.',
  examples: ['2027-01-31T09:30:00.000Z'],
})
export const PhoneNumber = Type.String({
  format: 'phone',
  pattern: phoneNumberPattern,
  description: 'E.164.',
  examples: ['+14155552671'],
})
export const Id = Type.String({ description: 'UUIDv7.', examples: ['01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'] })

/** The id in a path. Any text is accepted: an impossible id is a 404, like any unknown id. */
export const PathId = Type.String({ description: 'The id of the object.' })

export const HttpsUrl = Type.String({
  format: 'https-url',
  maxLength: 2048,
  examples: ['https://example.com/receipt.png'],
})
export const HttpUrl = Type.String({
  format: 'http-url',
  maxLength: 2048,
  examples: ['https://example.com/hooks/posthorn'],
})

/** The name of a key, a person or an organization. */
export const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'line',
  description: 'One line of visible text.',
  expected: formats.line.expected,
})

/** One of a fixed set of strings. `type` beside `enum` tells the serializer and client generators that it is a string. */
export const OneOf = <const T extends string>(
  words: readonly T[],
  options: { description?: string; default?: T } = {},
) => Type.Unsafe<T>({ type: 'string', enum: [...words], ...options })

/** A field that is always present in the answer and may be null. */
export const Nullable = <T extends TSchema>(schema: T, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options)

export const Acknowledgment = Type.Object(
  { success: Type.Boolean(), message: Type.String() },
  { $id: 'Acknowledgment', description: 'Whether the operation succeeded, with a message.' },
)
export type Acknowledgment = Static<typeof Acknowledgment>
