import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openForeignText } from '#foreign-text/open.ts'
import { openDatabase } from '#postgres/database.ts'
import { parseConfig } from '#setup/config.ts'
import { databaseOptions, defaultConnections } from '#setup/connections.ts'
import { openLog } from '#setup/log.ts'
import { createCallers } from '../../testing/callers.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { startApi } from './api.ts'

test('while one tenant runs many slow lists, sends of another are accepted and the service is ready', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url })
  await using locker = openDatabase({ url, queryTimeoutMs: 0 })
  const [greedy, modest] = [await createCallers(database), await createCallers(database)]
  const config = parseConfig({ PORT: '0', DATABASE_URL: url, POSTHORN_SENDER_DOMAINS: 'any' })
  const log = openLog('silent')
  await using text = openForeignText(log)
  await using api = await startApi(config, database, log, text)
  const ask = async (path: string, key: string, body?: object) => {
    const { status, headers } = await fetch(`${api.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status, retryAfter: headers.get('retry-after') }
  }
  const send = () =>
    ask('/v1/emails', modest.liveKey, { from: 'a@acme.test', to: 'b@acme.test', subject: 'Hi', text: 'Hi' })
  await send()

  // The table is locked, so every list of it runs until its timeout.
  const { lists, sends, ready, contact } = await locker.transaction(async tx => {
    await sql`lock table topics in access exclusive mode`.execute(tx)
    const lists = Array.from({ length: 40 }, () => ask('/v1/topics', greedy.testKey))
    const sends = await Promise.all(Array.from({ length: 30 }, send))
    const contact = await ask('/v1/contacts', modest.liveKey)
    const ready = await ask('/readyz', modest.liveKey)
    return { lists: await Promise.all(lists), sends, ready, contact }
  })

  expect(sends.map(({ status }) => status)).toEqual(sends.map(() => 200))
  expect([ready.status, contact.status]).toEqual([200, 200])
  expect(lists.map(({ status, retryAfter }) => [status, Number(retryAfter) > 0])).toEqual(lists.map(() => [503, true]))
})

test('a request that loses every deadlock is told to try again', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url })
  const { liveKey } = await createCallers(database)
  await sql`create function deadlock() returns trigger language plpgsql as $$ begin
    raise 'deadlock detected' using errcode = '40P01'; end $$`.execute(database.db)
  await sql`create trigger deadlock before insert on contacts execute function deadlock()`.execute(database.db)
  const log = openLog('silent')
  await using text = openForeignText(log)
  await using api = await startApi(parseConfig({ PORT: '0', DATABASE_URL: url }), database, log, text)

  const { status, headers } = await fetch(`${api.url}/v1/contacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ email: 'ada@example.com' }),
  })

  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
})

test.each([null, 50])('an API that may open %s connections opens no more', async max => {
  const url = await createTestDatabase(inject('clusterUrl'))
  const config = parseConfig({ PORT: '0', DATABASE_URL: url, POSTHORN_DATABASE_CONNECTIONS: String(max ?? '') })
  await using database = openDatabase({ ...databaseOptions('api', config.databaseConnections), url })
  const log = openLog('silent')
  await using text = openForeignText(log)
  await using _ = await startApi(config, database, log, text)

  expect(database.usage().max).toBe(max ?? defaultConnections('api'))
})
