import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { asking } from '../../../../testing/asking.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { changed, changeRetention } from './change.ts'
import { estimate, readRetention } from './read.ts'
import { usual } from './retention.ts'
import { retentionRoutes } from './routes.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
})
afterAll(() => database[Symbol.asyncDispose]())

test('an environment has the default retention until it is changed, and unchanged kinds stay', async () => {
  const { live, test } = await createCallers(database)
  const [ofLive, ofTest] = [live.environmentId, test.environmentId]
  expect(await readRetention(database.db, ofLive)).toEqual({ bodies: 30, events: 90, messages: 400 })
  expect(await readRetention(database.db, ofTest)).toEqual({ bodies: 7, events: 7, messages: 7 })

  await database.transaction(tx => changeRetention(tx, ofLive, { bodies: 0 }))
  await database.transaction(tx => changeRetention(tx, ofLive, { messages: null, bodies: undefined }))

  expect(await readRetention(database.db, ofLive)).toEqual({ bodies: 0, events: 90, messages: null })
  expect(await readRetention(database.db, ofTest)).toEqual(usual.test)
})

test('a preview shows what would be kept and changes nothing', async () => {
  const { live } = await createCallers(database)
  const { getRetention, updateRetention } = retentionRoutes({ database, clock: () => new Date() })
  const update = (preview: boolean) =>
    updateRetention(
      live,
      { params: undefined, query: undefined, body: { bodies_days: 7, preview } },
      asking(live, 'retention.updated'),
    )

  expect(await update(true)).toMatchObject({ bodies_days: 7, events_days: 90 })
  expect(await getRetention(live)).toMatchObject({ bodies_days: 30 })
  await update(false)
  expect(await getRetention(live)).toMatchObject({ bodies_days: 7, messages_days: 400 })
})

test.each([
  [{ messages: 29 }, 'messages_days'],
  [{ bodies: 401 }, 'bodies_days'],
  [{ bodies: null }, 'bodies_days'],
  [{ bodies: 10, messages: 9 }, 'messages_days'],
])('messages are kept at least as long as their bodies: %o', (change, path) => {
  expect(() => changed(usual.live, change)).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ path })] }),
  )
  expect(changed(usual.live, { messages: 30 }).messages).toBe(30)
})

test('the estimate is the number of emails of those days times the average size', async () => {
  const { live } = await createCallers(database)
  const { environmentId } = live
  const now = new Date('2026-11-16T12:00:00Z')
  for (const [days, count] of [
    [1, 10],
    [60, 100],
    [500, 1000],
  ] as const)
    await database.pool.query(
      `insert into email_stats (environment_id, tag, message_stream, hour, emails_sent) values ($1, '', 'transactional', $2, $3)`,
      [environmentId, new Date(now.getTime() - days * 86_400_000), count],
    )
  await database.pool.query(
    `insert into emails select $1, gen_random_uuid(), $1, 'a@acme.test', null, '{}', null, null, null, 's', null, null,
    null, null, null, 'transactional', null, 1, 0, now() from generate_series(1, 500)`,
    [environmentId],
  )
  await database.pool.query('analyze emails')

  const kept = await estimate(database.db, environmentId, { bodies: 30, events: 90, messages: null }, now)

  expect([kept.bodies.emails, kept.events.emails, kept.messages.emails]).toEqual([10, 110, 1110])
  expect(kept.bodies.bytes).toBe(0)
  expect(kept.messages.bytes / 1110).toBeGreaterThan(100)
  expect(kept.messages.bytes / 1110).toBeLessThan(1_000)
})
