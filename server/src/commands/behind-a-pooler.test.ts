import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, inject, test, vi } from 'vitest'
import { openForeignText } from '#foreign-text/open.ts'
import { openDatabase } from '#postgres/database.ts'
import { parseConfig } from '#setup/config.ts'
import { databaseOptions } from '#setup/connections.ts'
import { openLog } from '#setup/log.ts'
import { createCallers } from '../../testing/callers.ts'
import { canRunPgBouncer, startPgBouncer } from '../../testing/pgbouncer.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { startApi } from './api.ts'
import { findDatabase, findForMigrating } from './prepare.ts'
import { startWorkers } from './worker.ts'

async function startReceiver() {
  /** A webhook may be posted again after a late answer: each event counts once. */
  const events = new Set<string>()
  const server = createServer(async (request, response) => {
    events.add(JSON.parse(await text(request)).id)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // `as`: it listens on a port.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, events, [Symbol.dispose]: () => void server.close() }
}

test.skipIf(!canRunPgBouncer).each(['session', 'transaction'] as const)(
  'behind PgBouncer in %s mode many concurrent requests are answered, sent and posted to webhooks',
  { timeout: 60_000 },
  async mode => {
    const url = await createTestDatabase(inject('clusterUrl'))
    await using bouncer = await startPgBouncer(url, mode)
    using receiver = await startReceiver()
    const config = parseConfig({
      ...{ PORT: '0', DATABASE_URL: bouncer.url, POSTHORN_SENDER_DOMAINS: 'any' },
      POSTHORN_WEBHOOK_ADDRESSES: 'loopback',
    })
    const address = await findDatabase(config, bouncer.url)
    await using database = openDatabase({ ...databaseOptions('start', null), ...address })
    const { liveKey } = await createCallers(database)
    const log = openLog('silent')
    await using foreign = openForeignText(log)
    await using api = await startApi(config, database, log, foreign)
    await using _ = await startWorkers(config, database, log, foreign, 5_000)
    const answers: number[] = []
    /** A busy machine may answer "try later": the test retries, like any client. */
    const ask = async (path: string, body?: object): Promise<{ data?: { status: string }[] }> => {
      const answer = await fetch(`${api.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          ...{ authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
          ...(body && { 'idempotency-key': JSON.stringify(body).replaceAll(/[^\w]/g, '') }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (answer.status === 503) return ask(path, body)
      answers.push(answer.status)
      // `as`: the fields used are compared below.
      return (await answer.json()) as { data?: { status: string }[] }
    }
    const email = (n: number) => ({ from: 'a@acme.test', to: `b${n}@acme.test`, subject: `Number ${n}`, text: 'Hi' })
    await ask('/v1/webhooks', { url: receiver.url, subscribed_events: ['email.delivered'] })

    const callers = Array.from({ length: 15 }, async (_, caller) => {
      for (let nth = 0; nth < 4; nth++) {
        await ask('/v1/emails', email(caller * 4 + nth))
        await ask('/v1/contacts', { email: `c${caller * 4 + nth}@acme.test` })
        await ask('/v1/emails?limit=5')
      }
    })
    await Promise.all(callers)

    expect(Object.groupBy(answers, String)).toEqual({ 200: Array(120).fill(200), 201: Array(61).fill(201) })
    await vi.waitFor(
      async () => {
        const { data = [] } = await ask('/v1/emails?limit=100')
        expect(data.map(({ status }) => status)).toEqual(Array(60).fill('delivered'))
      },
      { timeout: 20_000, interval: 200 },
    )
    await vi.waitFor(() => expect(receiver.events.size).toBe(60), { timeout: 20_000 })
  },
)

test.skipIf(!canRunPgBouncer)(
  'through a pooler in transaction mode no tables are changed: a direct address is required',
  async () => {
    await using bouncer = await startPgBouncer(await createTestDatabase(inject('clusterUrl')), 'transaction')
    const without = parseConfig({ DATABASE_URL: bouncer.url })
    const wrong = parseConfig({ DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: bouncer.url })

    await expect(findForMigrating(without, bouncer.url, '`migrate`')).rejects.toThrow(
      'DATABASE_URL leads to a pooler in transaction mode, through which `migrate` cannot work. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    )
    await expect(findForMigrating(wrong, bouncer.url, '`migrate`')).rejects.toThrow(
      'DATABASE_DIRECT_URL leads to a pooler in transaction mode. It must lead to PostgreSQL itself.',
    )
  },
)
