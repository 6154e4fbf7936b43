import type { Db, Tx } from '#postgres/database.ts'
import type { Channel } from './way.ts'

/** The rows of the two channels, if there are any. */
export const findWays = (db: Db) =>
  db.selectFrom('sending_ways').select(['channel', 'kind', 'sealed', 'changed_at as at']).execute()

type Row = { channel: Channel; kind: string; sealed: Buffer; at: Date }

export async function upsertWay(tx: Tx, { channel, kind, sealed, at }: Row): Promise<void> {
  const content = { kind, sealed, changed_at: at }
  await tx
    .insertInto('sending_ways')
    .values({ channel, ...content })
    .onConflict(conflict => conflict.column('channel').doUpdateSet(content))
    .execute()
}

/** False when there was no row. */
export async function deleteWay(tx: Tx, channel: Channel): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('sending_ways').where('channel', '=', channel).executeTakeFirst()
  return numDeletedRows > 0n
}
