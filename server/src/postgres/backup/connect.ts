import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { asStatements, reliedOn } from '../pooling/session-settings.ts'

/** A connection that still has unread rows does not react to `end`. */
const endWithinMs = 1_000

const settings = { ...reliedOn, statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

/** A connection for statements that may take hours. */
export async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'posthorn backup',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // Pending queries are rejected anyway. An 'error' event without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  // Not as start-up options: a pooler in session mode refuses them.
  await client.query(asStatements(settings))
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      await Promise.race([client.end(), pause(endWithinMs, undefined, { ref: false })])
      // `as`: the types of pg do not show the socket.
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
      stream.destroy()
    },
  })
}
