/** Schema keywords for handwritten files. `expected`, the message for any fault of the value, is also used by the contract where there is a pattern. */
import { type TProperties, type TSchemaOptions, Type } from 'typebox'

/** What a value must be, beginning with "must be". A function gets the value, or undefined when it is missing. */
export type Expected = string | ((value: unknown) => string)

/** A string that a function checks, where a pattern cannot. */
export const TextThat = (accepts: (text: string) => boolean, expected: Expected) =>
  Type.String({ expected, meets: (value: unknown) => typeof value !== 'string' || accepts(value) })

export const NumberThat = (accepts: (number: number) => boolean, expected: Expected) =>
  Type.Number({ expected, meets: (value: unknown) => typeof value !== 'number' || accepts(value) })

/** Files may not have unknown fields: they are typos. Every object may have `about`, a note for people. */
export const StrictObject = <P extends TProperties>(properties: P, options: TSchemaOptions & { expected?: Expected }) =>
  Type.Object({ ...properties, about: Type.Optional(Type.Unknown()) }, { additionalProperties: false, ...options })
