/** Checks report faults with their path and continue, so that all faults are reported at once. */
import type { Fault } from '@posthorn/contract/errors'
import type { Static, TSchema } from 'typebox'
import { compileCheck } from '#validation/check.ts'
import { withoutIds } from '#validation/schema-ids.ts'
import { findUnknownFields } from '#validation/unknown-fields.ts'

/** A path, and the list of all faults. */
export type Field = { readonly path: string; readonly faults: Fault[] }

/** More than anybody reads; hostile input may cause hundreds of thousands. */
const maxFaults = 100
export const isFull = ({ faults }: Field): boolean => faults.length >= maxFaults

export function addFault({ path, faults }: Field, message: string): void {
  if (faults.length < maxFaults) faults.push({ path, message })
}

export const inside = ({ path, faults }: Field, name: string | number): Field => ({
  path: name === '' ? path : `${path}.${name}`,
  faults,
})

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined when the value does not match the schema; the faults are then reported. */
export type Reader<T> = (field: Field, value: unknown) => T | undefined

export function readerOf<S extends TSchema>(published: S): Reader<Static<S>> {
  const schema = withoutIds(published)
  const check = compileCheck(schema, '')
  return (field, value) => {
    // A request has at most 256 KiB, so every fault is reported.
    const unknownFields = findUnknownFields(schema, value).faults
    const wrong = check(value, 0).filter(({ path }) => !unknownFields.some(one => one.path === path))
    const faults = [...unknownFields, ...wrong]
    for (const { path, message } of faults) addFault(inside(field, path), message)
    return faults.length === 0 ? (value as Static<S>) : undefined // as: proved by the check
  }
}
