import type { SegmentFilter } from '@posthorn/contract/segments/filter'
import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Segment } from './segment.ts'

const columns = [
  'id',
  'name',
  'description',
  // The schema only knows that it is JSON.
  sql<SegmentFilter | null>`filter`.as('filter'),
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

/** False when the name is taken. */
export async function insertSegment(tx: Tx, environmentId: string, segment: Segment): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('segments')
    .values({
      environment_id: environmentId,
      id: segment.id,
      name: segment.name,
      description: segment.description,
      filter: toJson(segment),
      created_at: segment.createdAt,
      updated_at: segment.updatedAt,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

const toJson = ({ filter }: Segment): string | null => (filter === null ? null : JSON.stringify(filter))

/** Locks the environment, so that concurrent requests cannot all pass the limit. */
export async function countSegments(tx: Tx, environmentId: string): Promise<number> {
  await sql`select from environments where id = ${environmentId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from segments where environment_id = ${environmentId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export const findSegment = (db: Db, environmentId: string, id: string): Promise<Segment | undefined> =>
  db
    .selectFrom('segments')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()

export const lockSegment = (tx: Tx, environmentId: string, id: string): Promise<Segment | undefined> =>
  tx
    .selectFrom('segments')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The segments that exist. They cannot be deleted until the transaction ends. */
export async function holdSegments(
  tx: Tx,
  environmentId: string,
  ids: readonly string[],
): Promise<{ id: string; isList: boolean }[]> {
  const { rows } = await sql<{ id: string; isList: boolean }>`
    select id, filter is null as "isList" from segments
    where environment_id = ${environmentId} and id = any (${ids}::uuid[])
    order by id for key share`.execute(tx)
  return rows
}

export async function findLists(db: Db, environmentId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from segments
    where environment_id = ${environmentId} and id = any (${ids}::uuid[]) and filter is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** With `contactId`: only lists the contact is on. */
export const listSegments = (
  db: Db,
  environmentId: string,
  { limit, before, after }: PageRequest,
  contactId?: string,
): Promise<Segment[]> =>
  db
    .selectFrom('segments')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .$if(before !== undefined, query => query.where('id', '<', before ?? ''))
    .$if(after !== undefined, query => query.where('id', '>', after ?? ''))
    .$if(contactId !== undefined, query =>
      query.where('id', 'in', eb =>
        eb
          .selectFrom('segment_members')
          .select('segment_id')
          .where('environment_id', '=', environmentId)
          .where('contact_id', '=', contactId ?? ''),
      ),
    )
    .orderBy('id', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()

/** False when the name is taken. */
export async function updateSegment(tx: Tx, environmentId: string, segment: Segment): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update segments set name = ${segment.name}, description = ${segment.description}, filter = ${toJson(segment)}::jsonb,
      updated_at = ${segment.updatedAt}
    where environment_id = ${environmentId} and id = ${segment.id} and not exists (
      select from segments other where other.environment_id = ${environmentId} and other.id <> ${segment.id}
        and lower(other.name collate "C") = lower(${segment.name}::text collate "C"))`.execute(tx)
  return numAffectedRows === 1n
}

export async function deleteSegment(tx: Tx, environmentId: string, id: string): Promise<void> {
  await sql`delete from segments where environment_id = ${environmentId} and id = ${id}`.execute(tx)
}

/** Names of topics and segments by id. */
export async function findAllNames(
  db: Db,
  environmentId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from topics where environment_id = ${environmentId} and id = any (${ids}::uuid[])`.execute(db)
  return new Map([...(await findNames(db, environmentId, ids)), ...rows.map(({ id, name }) => [id, name] as const)])
}

/** Names by id. */
export async function findNames(db: Db, environmentId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from segments where environment_id = ${environmentId} and id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
