/** Checks input against the published schemas and says in plain words what to change. */
import type { Fault } from '@posthorn/contract/errors'
import { formats } from '@posthorn/contract/formats'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { explain } from '../explain.ts'

const ajvFormats = Object.fromEntries(Object.entries(formats).map(([name, { check }]) => [name, check]))
const options = {
  strict: false,
  strictNumbers: true,
  formats: ajvFormats,
  verbose: true,
  addUsedSchema: false,
  // Ours are known to be schemas, and the check of that takes as long as all else.
  validateSchema: false,
} as const

// Values are taken as they are: "true" is not a boolean.
const first = new Ajv(options)
const all = new Ajv({ ...options, allErrors: true })

/** The faults of a value; none when it is what the schema asks for. */
export type Check = (value: unknown, bytes: number) => Fault[]

// Listing every fault of a large body costs more than it helps: beyond this only the first is named.
const listAllBelow = 64 * 1024

export function compileCheck(schema: TSchema, where: 'body' | 'query'): Check {
  // Compiled when first asked: for all operations at once it would be a good part of every start.
  let passes: ValidateFunction | undefined
  let listing: ValidateFunction | undefined
  return (value, bytes) => {
    passes ??= first.compile(schema)
    if (passes(value)) return []
    listing ??= all.compile(schema)
    const errors = bytes <= listAllBelow && !listing(value) ? listing.errors : passes.errors
    return toFaults(errors ?? [], where)
  }
}

const maxFaults = 100

function toFaults(errors: readonly ErrorObject[], where: string): Fault[] {
  const faults = explain(errors).map(fault => ({ ...fault, path: fault.path || where }))
  return [...new Map(faults.map(fault => [`${fault.path} ${fault.message}`, fault])).values()].slice(0, maxFaults)
}
