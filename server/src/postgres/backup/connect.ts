import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** A connection whose rows nobody reads any more does not hear that it should end. */
const endWithinMs = 1_000

/** A connection for what may take hours. */
export async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'posthorn backup',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c timezone=UTC -c datestyle=ISO',
  })
  // Whoever waits for an answer hears of it; one without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      await Promise.race([client.end(), pause(endWithinMs, undefined, { ref: false })])
      // `as`: the types of pg do not show the socket.
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
      stream.destroy()
    },
  })
}
