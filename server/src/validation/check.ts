/** Checks a value against a schema, and says in plain words what to change: requests, and files that people write. */
import type { Fault } from '@posthorn/contract/errors'
import { formats } from '@posthorn/contract/formats'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { explain } from './explain.ts'

const ajvFormats = Object.fromEntries(Object.entries(formats).map(([name, { check }]) => [name, check]))
const options = {
  strict: false,
  strictNumbers: true,
  discriminator: true,
  formats: ajvFormats,
  // What no pattern can say; see schema-words.ts.
  keywords: [{ keyword: 'meets', validate: (meets: (value: unknown) => boolean, value: unknown) => meets(value) }],
  verbose: true,
  addUsedSchema: false,
  // Ours are known to be schemas, and the check of that takes as long as all else.
  validateSchema: false,
}

// Values are taken as they are: "true" is not a boolean.
const first = new Ajv(options)
const all = new Ajv({ ...options, allErrors: true })

/** The faults of a value; none when it is what the schema asks for. */
export type Check = (value: unknown, bytes: number) => Fault[]

// Listing every fault of a large body costs more than it helps: beyond this only the first is named.
const listAllBelow = 64 * 1024

/** `whole` is what a fault is said to be about that has no path. */
export function compileCheck(schema: TSchema, whole: 'body' | 'query' | 'It' | ''): Check {
  // Compiled when first asked: for all operations at once it would be a good part of every start.
  let passes: ValidateFunction | undefined
  let listing: ValidateFunction | undefined
  return (value, bytes) => {
    passes ??= first.compile(schema)
    if (passes(value)) return []
    listing ??= all.compile(schema)
    const errors = bytes <= listAllBelow && !listing(value) ? listing.errors : passes.errors
    return toFaults(errors ?? [], whole)
  }
}

const maxFaults = 100

function toFaults(errors: readonly ErrorObject[], whole: string): Fault[] {
  const faults = explain(errors).map(fault => ({ ...fault, path: fault.path || whole }))
  return [...new Map(faults.map(fault => [`${fault.path} ${fault.message}`, fault])).values()].slice(0, maxFaults)
}
