/** Blocks of 64 emails, with the groups of characters that occur in them. */
import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

type Block = { after_id: string; last_id: string; grams: number[] }

/** The searchable texts of the emails after a given one, in order. */
export async function readTexts(
  db: Db,
  { environmentId, after }: { environmentId: string; after: string },
  before: string,
  limit: number,
): Promise<{ id: string; texts: string[] }[]> {
  const { rows } = await sql<{ id: string; texts: string[] }>`
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
