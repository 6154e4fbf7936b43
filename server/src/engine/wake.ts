/**
 * Workers hear of new work when it is committed. Whoever hears nothing, because a connection was lost, finds it at the next look
 * into the tables: so this makes things quick, and nothing depends on it.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'
import { listen } from '#postgres/listen.ts'
import { type DatabaseAddress, listeningUrl } from '#postgres/pooling/address.ts'
import { plannedOnce } from '#postgres/prepared.ts'

const channel = 'posthorn_work'

/** Says that rows of this table are due, when the transaction is committed; or that the row of this name is. */
export async function wake(tx: Tx, table: string, name?: string): Promise<void> {
  await plannedOnce`select ${wakeCall(sql.val(name === undefined ? table : `${table} ${name}`))}`.execute(tx)
}

/** The same inside of a statement; `what` is the name of the table, or that and the row's. */
export const wakeCall = (what: RawBuilder<unknown>) => sql`pg_notify(${sql.lit(channel)}, ${what})`

/** `name` is that of a row, where one was named. Behind a pooler in transaction mode nothing is heard. */
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
