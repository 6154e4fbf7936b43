/**
 * Notifies workers of new work at commit. A worker that misses a notification, because its connection was lost, finds the work at its next
 * poll. So notifications only save time; nothing depends on them.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'
import { listen } from '#postgres/listen.ts'
import { type DatabaseAddress, listeningUrl } from '#postgres/pooling/address.ts'
import { plannedOnce } from '#postgres/prepared.ts'

const channel = 'posthorn_work'

/** Announces at commit that rows of this table are due, or that the row with this name is. */
export async function wake(tx: Tx, table: string, name?: string): Promise<void> {
  await plannedOnce`select ${wakeCall(sql.val(name === undefined ? table : `${table} ${name}`))}`.execute(tx)
}

/** The same within a statement. `what` is the name of the table, or the table and the row. */
export const wakeCall = (what: RawBuilder<unknown>) => sql`pg_notify(${sql.lit(channel)}, ${what})`

/** `name` is the row's, if the notification names one. Behind a pooler in transaction mode there are no notifications. */
export function listenForWork(
  address: DatabaseAddress,
  hear: (table: string, name: string | undefined) => void,
): AsyncDisposable {
  const url = listeningUrl(address)
  if (url === undefined) return { async [Symbol.asyncDispose]() {} }
  return listen(url, channel, payload => {
    const [table = '', ...name] = payload.split(' ')
    hear(table, name.length > 0 ? name.join(' ') : undefined)
  })
}
