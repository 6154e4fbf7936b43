import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Field, Fields } from './field.ts'
import { findField, holdFields, listFields } from './store.ts'

type Scope = Pick<Caller, 'environmentId'>
export type FieldsOf = (environmentId: string) => Fields

const none: Fields = new Map()

const grouped = (rows: readonly (Field & { environmentId: string })[]): FieldsOf => {
  const byEnvironment = Map.groupBy(rows, ({ environmentId }) => environmentId)
  const fields = new Map(
    Array.from(byEnvironment, ([id, own]): [string, Fields] => [id, new Map(own.map(one => [one.key, one]))]),
  )
  return environmentId => fields.get(environmentId) ?? none
}

/** The fields of these environments, for writing values: none can be deleted until the transaction ends. */
export const lockFields = async (tx: Tx, environmentIds: readonly string[]): Promise<FieldsOf> =>
  environmentIds.length === 0 ? () => none : grouped(await holdFields(tx, [...new Set(environmentIds)]))

/** The fields of these environments, for reading values. */
export const fieldsOf = async (db: Db, environmentIds: readonly string[]): Promise<FieldsOf> =>
  environmentIds.length === 0 ? () => none : grouped(await listFields(db, [...new Set(environmentIds)]))

export const readFields = (db: Db, { environmentId }: Scope): Promise<Field[]> => listFields(db, [environmentId])

export async function readField(db: Db, { environmentId }: Scope, id: string): Promise<Field> {
  const field = isId(id) ? await findField(db, environmentId, id) : undefined
  if (!field) throw notFound('contact_field')
  return field
}
