import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Listens on its own connection, which is reopened whenever it is lost. */
export function listen(url: string, channel: string, hear: (payload: string) => void): AsyncDisposable {
  const stopping = new AbortController()
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'posthorn listener',
    connectionTimeoutMillis: 1_500,
    query_timeout: 3_000,
  })
  pool.on('error', () => {})
  // An error may arrive in the same packet as the end of the start-up: a listener that is added later would miss it, and the process would end.
  pool.on('connect', client => client.on('error', () => {}))

  async function listenOnce(): Promise<void> {
    const client = await pool.connect()
    const lost = new Promise<void>(resolve => void client.on('end', resolve).on('error', () => resolve()))
    client.on('notification', ({ payload = '' }) => hear(payload))
    try {
      await client.query(`listen ${channel}`)
      // A query detects a connection that went silent.
      while (!stopping.signal.aborted) {
        await Promise.race([lost, pause(5_000, undefined, { signal: stopping.signal })])
        await client.query('select 1')
      }
    } finally {
      client.release(true)
    }
  }

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenOnce().catch(() => {})
      await pause(500, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const listening = keepListening()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await listening
      await pool.end()
    },
  }
}
