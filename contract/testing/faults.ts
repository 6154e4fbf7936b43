import { Ajv } from 'ajv'
import { formats } from '../src/formats.ts'

/** The faults that a schema finds in a value; empty when it accepts the value. */
type Faults = (schema: object, value: unknown) => string[]

const ajv = newAjv()
export const faults: Faults = (schema, value) => validate(ajv, withoutOurs(schema), value)

/** For the schemas of an OpenAPI document. Each component is compiled once, not again for every schema that refers to it. */
export function faultsWith(components: object): Faults {
  const own = newAjv().addSchema({ components }, 'document')
  return (schema, value) =>
    validate(own, JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')), value)
}

function newAjv(): Ajv {
  const made = new Ajv({ allErrors: true, strictTypes: true })
  made.addVocabulary(['components']) // the target of references in an OpenAPI document
  made.addVocabulary(['$anchor', 'discriminator']) // `discriminator` is only a hint: `oneOf` says the same
  for (const [name, { check }] of Object.entries(formats)) made.addFormat(name, check)
  return made
}

function validate(by: Ajv, schema: object, value: unknown): string[] {
  const check = by.compile(schema)
  return check(value) ? [] : (check.errors ?? []).map(error => `${error.instancePath} ${error.message}`)
}

/** Ajv treats `$id` as an address and refuses duplicates. `expected` is not published. */
const withoutOurs = (schema: object) =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' || key === 'expected' ? undefined : value)))
