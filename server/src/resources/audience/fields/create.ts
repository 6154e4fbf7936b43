import type { ContactFieldCreate } from '@posthorn/contract/audience/contact-fields'
import { maxFields } from '@posthorn/contract/audience/contact-properties'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { expected, type Field, toValue } from './field.ts'
import { countFields, findByKey, insertField } from './store.ts'

/** Built-in fields of contacts: files and templates could not tell them from declared fields. */
const reserved = new Set([
  ...['id', 'email', 'phone_number', 'first_name', 'last_name', 'email_subscribed', 'sms_subscribed'],
  ...['created_at', 'updated_at', 'topics', 'properties'],
])

export async function createField(
  tx: Tx,
  { environmentId }: Pick<Caller, 'environmentId'>,
  now: Date,
  { key, type, fallback }: ContactFieldCreate,
): Promise<Field> {
  if (reserved.has(key))
    throw invalid({ path: 'key', message: 'is reserved: every contact has this field; choose another key' })
  const field = {
    id: newId(now),
    key,
    type,
    fallback: readFallback(type, fallback ?? null),
    createdAt: now,
    updatedAt: now,
  }
  if ((await countFields(tx, environmentId)) >= maxFields)
    throw new Refusal('invalid_state', { message: `There are ${maxFields} fields already: delete one first.` })
  if (!(await insertField(tx, environmentId, field))) throw await taken(tx, environmentId, key)
  return field
}

async function taken(tx: Tx, environmentId: string, key: string): Promise<Refusal> {
  const holder = await findByKey(tx, environmentId, key)
  if (!holder?.isDeleted) return new Refusal('invalid_state', { message: `A field named “${key}” already exists.` })
  const message = `The values of the deleted field ${key} are still being removed. Try again in a moment.`
  return new Refusal('invalid_state', { message })
}

export function readFallback(type: Field['type'], given: Field['fallback']): Field['fallback'] {
  if (given === null) return null
  const fallback = toValue(type, given)
  if (fallback === undefined) throw invalid({ path: 'fallback', message: expected[type] })
  return fallback
}
