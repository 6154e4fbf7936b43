/** Writes answers as their schemas say. */
import buildSerializer, { type Schema } from 'fast-json-stringify'

/** Built when it is first needed: building those of all operations took a tenth of a start. */
export function serializerFor(schema: unknown): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined
  return answer => {
    write ??= buildSerializer(schema as Schema) // as: Fastify knows schemas as unknown, and ours are of TypeBox
    return write(answer)
  }
}
