/** Checks requests and handwritten files against a schema, and says in plain words what to change. */
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
  // Checks that a pattern cannot express; see schema-words.ts.
  keywords: [{ keyword: 'meets', validate: (meets: (value: unknown) => boolean, value: unknown) => meets(value) }],
  verbose: true,
  addUsedSchema: false,
  // Our schemas are known to be valid, and checking them would double the time.
  validateSchema: false,
}

// Values are not converted: "true" is not a boolean.
const first = new Ajv(options)
const all = new Ajv({ ...options, allErrors: true })

/** Returns the faults of a value, or an empty list when it matches the schema. */
export type Check = (value: unknown, bytes: number) => Fault[]

// Listing every fault of a large body costs more than it helps: above this size only the first is reported.
const listAllBelow = 64 * 1024

/** `whole`: the path of faults that concern the whole value. */
export function compileCheck(schema: TSchema, whole: 'body' | 'query' | 'It' | ''): Check {
  // Compiled on first use: compiling all operations would take much of the startup time.
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
