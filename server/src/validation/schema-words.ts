/** Words for the schemas of files that people write: what must stand there is said once, whatever is wrong with it. */
import { type TProperties, type TSchemaOptions, Type } from 'typebox'

/** What a value must be, beginning with "must be". A function is given the value, and undefined where there is none. */
export type Expected = string | ((value: unknown) => string)

/** A text that a function judges, where no pattern can. */
export const TextThat = (isRight: (text: string) => boolean, expected: Expected) =>
  Type.String({ expected, meets: (value: unknown) => typeof value !== 'string' || isRight(value) })

export const NumberThat = (isRight: (number: number) => boolean, expected: Expected) =>
  Type.Number({ expected, meets: (value: unknown) => typeof value !== 'number' || isRight(value) })

/** In a file nothing is ignored: an unknown name is a slip. `about` may stand in every object, for people. */
export const StrictObject = <P extends TProperties>(properties: P, options: TSchemaOptions & { expected?: Expected }) =>
  Type.Object({ ...properties, about: Type.Optional(Type.Unknown()) }, { additionalProperties: false, ...options })
