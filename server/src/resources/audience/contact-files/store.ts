import type { FileImportStatus } from '@posthorn/contract/audience/contact-files'
import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { AskedBy, Counts, FileImport, ImportKey, Plan, RefusedRow } from './file-import.ts'

const columns = sql`environment_id as "environmentId", id, status, refusals, error, created_at as "createdAt", finished_at as "finishedAt",
  json_build_object('read', rows_read, 'created', created, 'updated', updated, 'unchanged', unchanged, 'refused', refused) as counts`

export async function insertImport(
  tx: Tx,
  { environmentId, id }: ImportKey,
  { plan, askedBy, packed, at }: { plan: Plan; askedBy: AskedBy; packed: Buffer; at: Date },
): Promise<FileImport> {
  const { rows } = await sql<FileImport>`
    with file as (
      insert into contact_import_files (environment_id, import_id, packed) values (${environmentId}, ${id}, ${packed})
    )
    insert into contact_imports (environment_id, id, plan, asked_by, created_at)
    values (${environmentId}, ${id}, ${JSON.stringify(plan)}, ${JSON.stringify(askedBy)}, ${at.toISOString()})
    returning ${columns}`.execute(tx)
  // `as`: an insert returns its row.
  return rows[0] as FileImport
}

/** Locks the environment, so that concurrent requests cannot all pass the limit. */
export async function countOpen(tx: Tx, environmentId: string): Promise<number> {
  await sql`select from environments where id = ${environmentId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from contact_imports
    where environment_id = ${environmentId} and finished_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Deletes finished imports except the newest `kept`. */
export async function deleteOldest(tx: Tx, environmentId: string, kept: number): Promise<void> {
  await sql`
    delete from contact_imports where environment_id = ${environmentId} and finished_at is not null and id <= (
      select id from contact_imports where environment_id = ${environmentId} order by id desc offset ${kept} limit 1)`.execute(
    tx,
  )
}

export async function findImport(db: Db, { environmentId, id }: ImportKey): Promise<FileImport | undefined> {
  const { rows } = await sql<FileImport>`
    select ${columns} from contact_imports where environment_id = ${environmentId} and id = ${id}`.execute(db)
  return rows[0]
}

export async function listImports(
  db: Db,
  environmentId: string,
  { limit, before, after }: PageRequest,
  { status }: { status: FileImportStatus | undefined },
): Promise<FileImport[]> {
  const { rows } = await sql<FileImport>`
    select ${columns} from contact_imports
    where environment_id = ${environmentId}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
      ${after === undefined ? sql`` : sql`and id > ${after}`}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
    order by id ${after === undefined ? sql`desc` : sql`asc`} limit ${limit + 1}`.execute(db)
  return rows
}

/** `version` changes whenever the file does. */
export type OpenImport = { plan: Plan; askedBy: AskedBy; read: number; version: string }

const openColumns = sql`i.plan, i.asked_by as "askedBy", i.rows_read as read, f.xmin::text as version`
const isOpen = ({ environmentId, id }: ImportKey) =>
  sql`i.environment_id = ${environmentId} and i.id = ${id} and i.finished_at is null`
const withFile = sql`contact_imports i
  join contact_import_files f on f.environment_id = i.environment_id and f.import_id = i.id`

/** Undefined when the import has finished. */
export async function findOpen(db: Db, key: ImportKey): Promise<(OpenImport & { packed: Buffer }) | undefined> {
  const { rows } = await sql<OpenImport & { packed: Buffer }>`
    select ${openColumns}, f.packed from ${withFile} where ${isOpen(key)}`.execute(db)
  return rows[0]
}

/** Blocks other runs of this file and erasures in it until the transaction ends. */
export async function lockOpen(tx: Tx, key: ImportKey): Promise<OpenImport | undefined> {
  const { rows } = await sql<OpenImport>`
    select ${openColumns} from ${withFile} where ${isOpen(key)} for update`.execute(tx)
  return rows[0]
}

/** Locks all open imports until the transaction ends. */
export async function lockAllOpen(tx: Tx, environmentId: string): Promise<void> {
  await sql`
    select from contact_imports where environment_id = ${environmentId} and finished_at is null
    order by id for update`.execute(tx)
}

/** The addresses and numbers of people whose erasure is in progress. */
export async function findBeingErased(db: Db, environmentId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from erasures cross join unnest(array[email, phone_number]) as address
    where environment_id = ${environmentId} and finished_at is null and address is not null`.execute(db)
  return rows.map(({ address }) => address)
}

/** How many refused rows are kept for reading. */
const maxRefusals = 100

export async function addPage(
  tx: Tx,
  { environmentId, id }: ImportKey,
  counts: Counts,
  refusals: readonly RefusedRow[],
) {
  await sql`
    update contact_imports set status = 'running', rows_read = rows_read + ${counts.read}, created = created + ${counts.created},
      updated = updated + ${counts.updated}, unchanged = unchanged + ${counts.unchanged}, refused = refused + ${counts.refused},
      refusals = jsonb_path_query_array(refusals || ${JSON.stringify(refusals.slice(0, maxRefusals))}::jsonb,
        '$[0 to ${sql.raw(String(maxRefusals - 1))}]')
    where environment_id = ${environmentId} and id = ${id}`.execute(tx)
}

/** Deletes the file too. `error`: why it could not be read to its end. */
export async function finish(tx: Tx, { environmentId, id }: ImportKey, at: Date, error: string | null): Promise<void> {
  await sql`
    with file as (delete from contact_import_files where environment_id = ${environmentId} and import_id = ${id})
    update contact_imports set status = ${error === null ? 'completed' : 'failed'}, error = ${error}, finished_at = ${at.toISOString()}
    where environment_id = ${environmentId} and id = ${id} and finished_at is null`.execute(tx)
}
