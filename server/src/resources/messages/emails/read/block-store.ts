/** Blocks of 64 emails, with the groups of characters that occur in them. */
import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

/** `after`: the last email that is in a block; the smallest id when none is. */
export type Waiting = { environmentId: string; after: string }
export type Words = { id: string; texts: string[] }
export type Block = { after_id: string; last_id: string; grams: number[] }

/** Environments with enough emails for another block. */
export async function findWaiting(db: Db, blockSize: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select env.id as "environmentId", known.last_id as after
    from environments env
    cross join lateral (select coalesce(
      (select last_id from email_search where environment_id = env.id order by last_id desc limit 1),
      '00000000-0000-0000-0000-000000000000'
    ) as last_id) as known
    cross join lateral (
      select from emails where environment_id = env.id and id > known.last_id order by id limit 1 offset ${blockSize - 1}
    ) as enough`.execute(db)
  return rows
}

/** The searchable texts of the emails after a given one, in order. */
export async function readWords(
  db: Db,
  { environmentId, after }: Waiting,
  before: string,
  limit: number,
): Promise<Words[]> {
  const { rows } = await sql<Words>`
    select id, array_remove(array[subject, from_address, from_name] || to_addresses || cc_addresses || bcc_addresses || tags, null) as texts
    from emails where environment_id = ${environmentId} and id > ${after} and id < ${before}
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Existing blocks stay. */
export async function insertBlocks(db: Db, environmentId: string, blocks: readonly Block[]): Promise<void> {
  await sql`
    insert into email_search (environment_id, after_id, last_id, grams)
    select ${environmentId}, block.after_id, block.last_id, block.grams
    from jsonb_to_recordset(${JSON.stringify(blocks)}) as block (after_id uuid, last_id uuid, grams smallint[])
    on conflict do nothing`.execute(db)
}
