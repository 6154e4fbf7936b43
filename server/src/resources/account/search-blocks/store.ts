/** The blocks of 64 objects, with signatures of their ids and numbers. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

export type Kind = 'emails' | 'sms' | 'contacts'
export const blocksOf = { emails: 'email_blocks', sms: 'sms_blocks', contacts: 'contact_blocks' } as const

/** `after`: the last object in a block; the smallest id when there are no blocks. */
export type Waiting = { environmentId: string; after: string }
export type Numbered = { id: string; numbers: string[] }
export type Block = { afterId: string; lastId: string; ids: Buffer; numbers: Buffer }

export type BlockTable = { of: Kind; table: (typeof blocksOf)[Kind] | 'email_search' }

/** Finds environments with enough objects for another block. */
export async function findWaiting(db: Db, { of, table }: BlockTable, blockSize: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select env.id as "environmentId", known.last_id as after
    from environments env
    cross join lateral (select coalesce(
      (select last_id from ${sql.table(table)} where environment_id = env.id order by last_id desc limit 1),
      '00000000-0000-0000-0000-000000000000'
    ) as last_id) as known
    cross join lateral (
      select from ${sql.table(of)} where environment_id = env.id and id > known.last_id order by id limit 1 offset ${blockSize - 1}
    ) as enough`.execute(db)
  return rows
}

/** The objects after an id, in order. */
export async function readNumbered(
  db: Db,
  kind: Kind,
  { environmentId, after }: Waiting,
  before: string,
  limit: number,
): Promise<Numbered[]> {
  const { rows } = await sql<Numbered>`
    select id, ${kind === 'sms' ? sql`array[from_number, to_number]` : sql`'{}'::text[]`} as numbers
    from ${sql.table(kind)} where environment_id = ${environmentId} and id > ${after} and id < ${before}
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Existing blocks stay. */
export async function insertBlocks(db: Db, kind: Kind, environmentId: string, blocks: readonly Block[]): Promise<void> {
  const lists = sql`${blocks.map(one => one.afterId)}::uuid[], ${blocks.map(one => one.lastId)}::uuid[], ${blocks.map(one => one.ids)}::bytea[]`
  const statement: Record<Kind, () => RawBuilder<unknown>> = {
    emails: () => sql`
      insert into email_blocks (environment_id, after_id, last_id, ids)
      select ${environmentId}, * from unnest(${lists}) on conflict do nothing`,
    contacts: () => sql`
      insert into contact_blocks (environment_id, after_id, last_id, ids)
      select ${environmentId}, * from unnest(${lists}) on conflict do nothing`,
    sms: () => sql`
      insert into sms_blocks (environment_id, after_id, last_id, ids, numbers)
      select ${environmentId}, * from unnest(${lists}, ${blocks.map(one => one.numbers)}::bytea[]) on conflict do nothing`,
  }
  await statement[kind]().execute(db)
}
