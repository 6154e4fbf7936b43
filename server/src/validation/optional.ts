import { type TSchema, Type } from 'typebox'

/** Some clients send null for a missing field. */
export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

type Given<T> = { [K in keyof T]?: Exclude<T[K], null | undefined> }

/** Drops fields that are null or undefined. */
export function given<T extends object>(fields: T): Given<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  // `as`: only null and undefined were dropped.
  return Object.fromEntries(entries) as Given<T>
}
