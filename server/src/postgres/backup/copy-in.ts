/** Copies rows into a table. The database sets the pace: writing waits until it has taken the rows. */
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type CopyIn = {
  write(bytes: Buffer): Promise<void>
  /** Resolves with the number of rows when the database has all of them. */
  end(): Promise<number>
  /** Fails the transaction. The connection can be used again afterwards. */
  giveUp(): Promise<void>
}

export function copyIn(
  client: pg.ClientBase,
  { table, columns }: { table: string; columns: readonly string[] },
): CopyIn {
  const names = columns.map(one => client.escapeIdentifier(one)).join(', ')
  const rows = client.query(copyFrom(`copy ${client.escapeIdentifier(table)} (${names}) from stdin`))
  // The database may refuse a row while nothing is awaited.
  let failure: Error | undefined
  rows.on('error', error => {
    failure ??= error
  })
  const unlessRefused = () => {
    if (failure) throw failure
  }
  return {
    async write(bytes) {
      unlessRefused()
      if (!rows.write(bytes)) await once(rows, 'drain')
    },
    async end() {
      unlessRefused()
      rows.end()
      await finished(rows)
      return rows.rowCount
    },
    async giveUp() {
      if (failure) return
      const closed = once(rows, 'close')
      rows.destroy(new Error('the restore was given up'))
      await closed
    },
  }
}
