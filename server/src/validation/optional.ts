import { type TSchema, Type } from 'typebox'

/** Some clients write null for what was not given. */
export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

type Given<T> = { [K in keyof T]?: Exclude<T[K], null | undefined> }

/** Without what was not given. */
export function given<T extends object>(fields: T): Given<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  // `as`: only what is null or undefined was taken out.
  return Object.fromEntries(entries) as Given<T>
}
