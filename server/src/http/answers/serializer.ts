/** Writes answers as their schemas say. */
import { formats } from '@posthorn/contract/formats'
import buildSerializer, { type Schema } from 'fast-json-stringify'

// Where a schema has a choice, the library compares the answer with each form. It need not check our own formats then, only know them:
// of one that it does not know it writes a warning into the log.
const ajv = { formats: Object.fromEntries(Object.keys(formats).map(name => [name, true as const])) }

/** Built when it is first needed: building those of all operations took a tenth of a start. */
export function serializerFor(schema: unknown): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined
  return answer => {
    write ??= buildSerializer(schema as Schema, { ajv }) // as: Fastify knows schemas as unknown, and ours are of TypeBox
    return write(answer)
  }
}
