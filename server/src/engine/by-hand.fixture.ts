/** The engine driven by a test: it takes and works on rows only when the test calls it. */

import type { Database } from '#postgres/database.ts'
import type { Channel, Holder } from './channel.ts'
import { type Held, heldName, releaseAbandoned, takeDue, takeSuspects } from './work-table.ts'

export function byHand<Row extends Held>(database: Database, channel: Channel<Row>, workerId = 'worker') {
  const { table, columns, only } = channel
  const inHand = new Set<string>()
  const woken: (string | undefined)[] = []
  const holder: Holder<Row> = {
    workerId,
    has: row => inHand.has(heldName(row)),
    drop: rows => rows.forEach(row => void inHand.delete(heldName(row))),
    wake: name => void woken.push(name),
  }

  /** Takes the due rows for this worker. */
  async function take(from: typeof takeDue = takeDue): Promise<Row[]> {
    await channel.beforeTaking?.()
    const rows = await from<Row>(database.db, table, { workerId, limit: 1_000, columns, only })
    for (const row of rows) inHand.add(heldName(row))
    return rows
  }

  return {
    holder,
    inHand,
    woken,
    take,
    takeSuspects: () => take(takeSuspects),

    /** Works on rows that it took before, even if another worker holds them now. */
    again: (rows: readonly Row[]): Promise<void> => channel.work(rows, holder),

    /** Takes the due rows once and works on them. Returns their number. */
    async work(from: typeof takeDue = takeDue): Promise<number> {
      const rows = await take(from)
      if (rows.length > 0) await channel.work(rows, holder)
      return rows.length
    },

    /** Repeats until nothing is due. */
    async workAll(): Promise<void> {
      while ((await this.work()) > 0);
    },
  }
}

/** Releases rows held by workers without heartbeats, as the heartbeat of every worker does. */
export const giveBackAbandoned = (database: Database, { table }: Pick<Channel<Held>, 'table'>): Promise<number> =>
  releaseAbandoned(database.db, table)
