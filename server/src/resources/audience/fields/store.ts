import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import type { Field } from './field.ts'

type Scoped = Field & { environmentId: string }

const columns = sql`id, key, type, fallback, created_at as "createdAt", updated_at as "updatedAt"`

export async function insertField(tx: Tx, environmentId: string, field: Field): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into contact_fields (environment_id, id, key, type, fallback, created_at, updated_at)
    values (${environmentId}, ${field.id}, ${field.key}, ${field.type}, ${toJson(field.fallback)},
      ${field.createdAt}, ${field.updatedAt})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

const toJson = (fallback: Field['fallback']) => (fallback === null ? null : JSON.stringify(fallback))

/** Locks the environment, so that concurrent requests cannot both create the hundredth field. */
export async function countFields(tx: Tx, environmentId: string): Promise<number> {
  await sql`select from environments where id = ${environmentId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from contact_fields where environment_id = ${environmentId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Finds a field by key, including one that is being removed. */
export async function findByKey(tx: Tx, environmentId: string, key: string) {
  const { rows } = await sql<{ id: string; isDeleted: boolean }>`
    select id, deleted_at is not null as "isDeleted" from contact_fields
    where environment_id = ${environmentId} and key = ${key}`.execute(tx)
  return rows[0]
}

async function select(db: Db, environmentIds: readonly string[], more: RawBuilder<unknown>): Promise<Scoped[]> {
  const { rows } = await sql<Scoped>`
    select environment_id as "environmentId", ${columns} from contact_fields
    where environment_id = any (${environmentIds}::uuid[]) and deleted_at is null ${more}`.execute(db)
  return rows
}

export const listFields = (db: Db, environmentIds: readonly string[]): Promise<Scoped[]> =>
  select(db, environmentIds, sql`order by environment_id, key`)

/** Locks the fields until the transaction ends: deleting one waits for transactions that write its values. */
export const holdFields = (tx: Tx, environmentIds: readonly string[]): Promise<Scoped[]> =>
  select(tx, environmentIds, sql`order by environment_id, key for key share`)

export async function findField(db: Db, environmentId: string, id: string): Promise<Field | undefined> {
  return (await select(db, [environmentId], sql`and id = ${id}`))[0]
}

export async function lockField(tx: Tx, environmentId: string, id: string): Promise<Field | undefined> {
  return (await select(tx, [environmentId], sql`and id = ${id} for update`))[0]
}

export async function updateFallback(tx: Tx, environmentId: string, field: Field): Promise<void> {
  await sql`
    update contact_fields set fallback = ${toJson(field.fallback)}, updated_at = ${field.updatedAt}
    where environment_id = ${environmentId} and id = ${field.id}`.execute(tx)
}

export async function hideField(tx: Tx, environmentId: string, id: string, at: Date): Promise<void> {
  await sql`
    update contact_fields set deleted_at = ${at} where environment_id = ${environmentId} and id = ${id}`.execute(tx)
}

/** Undefined when it is already removed. */
export async function findHidden(db: Db, environmentId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    select key from contact_fields
    where environment_id = ${environmentId} and id = ${id} and deleted_at is not null`.execute(db)
  return rows[0]?.key
}

export async function deleteField(tx: Tx, environmentId: string, id: string): Promise<void> {
  await sql`
    delete from contact_fields
    where environment_id = ${environmentId} and id = ${id} and deleted_at is not null`.execute(tx)
}
