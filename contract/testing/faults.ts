import { Ajv } from 'ajv'
import { formats } from '../src/formats.ts'

const ajv = new Ajv({ allErrors: true, strictTypes: true })
ajv.addVocabulary(['components']) // where the references of an OpenAPI document lead
ajv.addVocabulary(['$anchor', 'discriminator']) // the latter is only a hint: `oneOf` says the same
for (const [name, { check }] of Object.entries(formats)) ajv.addFormat(name, check)

/** What a schema finds wrong with a value; nothing when it takes it. */
export function faults(schema: object, value: unknown): string[] {
  const validate = ajv.compile(withoutIds(schema))
  return validate(value) ? [] : (validate.errors ?? []).map(error => `${error.instancePath} ${error.message}`)
}

/** Ajv takes an `$id` for an address and refuses to meet one twice. */
const withoutIds = (schema: object) =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value)))
