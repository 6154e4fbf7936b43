import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { asStatements } from '../pooling/session-settings.ts'

/** A connection whose rows nobody reads any more does not hear that it should end. */
const endWithinMs = 1_000

const settings = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, timezone: 'UTC', datestyle: 'ISO' }

/** A connection for what may take hours. */
export async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'posthorn backup',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // Whoever waits for an answer hears of it; one without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  // Not at the start-up: a pooler in session mode refuses that.
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
