/** The engine by hand: rows are taken and done when a test says so. */

import type { Database } from '#postgres/database.ts'
import type { Channel, Hand } from './channel.ts'
import { type Held, heldName, putBackAbandoned, takeDue, takeSuspects } from './work-table.ts'

export function byHand<Row extends Held>(database: Database, channel: Channel<Row>, workerId = 'worker') {
  const { table, columns, only } = channel
  const inHand = new Set<string>()
  const woken: (string | undefined)[] = []
  const hand: Hand<Row> = {
    workerId,
    has: row => inHand.has(heldName(row)),
    drop: rows => rows.forEach(row => void inHand.delete(heldName(row))),
    wake: name => void woken.push(name),
  }

  /** What is due is this worker's from now on. */
  async function take(from: typeof takeDue = takeDue): Promise<Row[]> {
    await channel.beforeTaking?.()
    const rows = await from<Row>(database.db, table, { workerId, limit: 1_000, columns, only })
    for (const row of rows) inHand.add(heldName(row))
    return rows
  }

  return {
    hand,
    inHand,
    woken,
    take,
    takeSuspects: () => take(takeSuspects),

    /** Does what it had once, whoever has it by now. */
    again: (rows: readonly Row[]): Promise<void> => channel.work(rows, hand),

    /** Takes what is due, once, and does it. Says how many there were. */
    async work(from: typeof takeDue = takeDue): Promise<number> {
      const rows = await take(from)
      if (rows.length > 0) await channel.work(rows, hand)
      return rows.length
    },

    /** Until nothing is due any more. */
    async workAll(): Promise<void> {
      while ((await this.work()) > 0);
    },
  }
}

/** What is held by nobody who beats is given back, as the heartbeat of any worker does. */
export const giveBackAbandoned = (database: Database, { table }: Pick<Channel<Held>, 'table'>): Promise<number> =>
  putBackAbandoned(database.db, table)
