/** Whoever finds a fault says where, and goes on, so that all are told at once. */
import type { Fault } from '@posthorn/contract/errors'
import type { Static, TSchema } from 'typebox'
import { compileCheck } from '#validation/check.ts'
import { withoutIds } from '#validation/schema-ids.ts'
import { findUnknownFields } from '#validation/unknown-fields.ts'

/** Where something stands, and the list of what is wrong with the whole. */
export type Field = { readonly path: string; readonly faults: Fault[] }

/** More than anybody reads; hostile input has hundreds of thousands. */
const maxFaults = 100
export const isFull = ({ faults }: Field): boolean => faults.length >= maxFaults

export function complain({ path, faults }: Field, message: string): void {
  if (faults.length < maxFaults) faults.push({ path, message })
}

export const inside = ({ path, faults }: Field, name: string | number): Field => ({
  path: name === '' ? path : `${path}.${name}`,
  faults,
})

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined for what is not as the schema says; what to change has been told then. */
export type Reader<T> = (field: Field, value: unknown) => T | undefined

export function readerOf<S extends TSchema>(published: S): Reader<Static<S>> {
  const schema = withoutIds(published)
  const check = compileCheck(schema, '')
  return (field, value) => {
    // A request is at most 256 KiB large, so every fault is told.
    const slips = findUnknownFields(schema, value).faults
    const wrong = check(value, 0).filter(({ path }) => !slips.some(slip => slip.path === path))
    const faults = [...slips, ...wrong]
    for (const { path, message } of faults) complain(inside(field, path), message)
    return faults.length === 0 ? (value as Static<S>) : undefined // as: the check has proved it
  }
}
