/** Serializes answers by their schemas. */
import { formats } from '@posthorn/contract/formats'
import buildSerializer, { type Schema } from 'fast-json-stringify'

// For a union the library checks the answer against each member. It only needs to know our formats, not check them:
// for an unknown format it logs a warning.
const ajv = { formats: Object.fromEntries(Object.keys(formats).map(name => [name, true as const])) }

/** Built on first use: building all of them took a tenth of the startup time. */
export function serializerFor(schema: unknown): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined
  return answer => {
    write ??= buildSerializer(schema as Schema, { ajv }) // as: Fastify knows schemas as unknown, and ours are of TypeBox
    return write(answer)
  }
}
