/** Which deliveries a worker takes, and in which order. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { giveBackAbandoned } from '#engine/by-hand.fixture.ts'
import { takeDue } from '#engine/work-table.ts'
import type { Db } from '#postgres/database.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import type { PreparedEmails } from './deliver/prepare.ts'
import { deferred, scripted } from './deliver/scripted.fixture.ts'
import { deliveryColumns, deliveryTable } from './delivery-store.ts'
import { draftTo, type EmailFixture, openEmailFixture } from './emails.fixture.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())
afterEach(() => mail.expectNothingStuck())

const addressesOf = ({ emails }: PreparedEmails) =>
  emails.flatMap(({ deliveries }) => deliveries.map(({ address }) => address))

test('only due deliveries are taken', async () => {
  const email = await mail.acceptOne(['new@a.example', 'done@a.example', 'later@a.example', 'due@a.example'])
  const scheduled = await mail.acceptOne(['x@a.example'], { scheduledFor: new Date(Date.now() + 60_000).toISOString() })
  const set = (nth: number, change: ReturnType<typeof sql>) =>
    sql`update deliveries set ${change} where email_id = ${email.id} and nth = ${nth}`.execute(mail.database.db)
  await set(1, sql`state = 'delivered', due_at = null`)
  await set(2, sql`state = 'delayed', due_at = now() + interval '1 minute'`)
  await set(3, sql`state = 'delayed', due_at = now() - interval '1 second'`)

  const taken = await mail.takeAs('a')

  expect(addressesOf(taken).toSorted()).toEqual(['due@a.example', 'new@a.example'])
  expect((await mail.deliveriesOf(email.id)).map(one => [one.held_by, one.token, one.due_at])).toEqual([
    ['a', expect.any(Number), null],
    [null, 0, null],
    [null, 0, expect.any(Date)],
    ['a', expect.any(Number), null],
  ])
  expect(await mail.delivery(scheduled.id)).toMatchObject({ held_by: null, token: 0, due_at: null })
})

test('a delivery is taken by one of many workers that race for it', async () => {
  const emails = await mail.accept(Array.from({ length: 100 }, (_, nth) => draftTo([`${nth}@a.example`])))
  const workers = Array.from({ length: 8 }, (_, nth) => `worker ${nth}`)

  const taken = await Promise.all(
    workers.map((workerId, nth) => mail.takeAs(workerId, { from: nth % 2 ? mail.database : mail.second, limit: 20 })),
  )

  expect(taken.flatMap(addressesOf).toSorted()).toEqual(emails.flatMap(({ draft }) => draft.to).toSorted())
})

test('a delivery that a living worker holds is not taken by others, by the same worker or by the search for dead workers', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  await mail.takeAs('a')
  const { token } = await mail.delivery(email.id)

  expect(addressesOf(await mail.takeAs('b'))).toEqual([])
  expect(addressesOf(await mail.takeAs('a'))).toEqual([])
  expect(await giveBackAbandoned(mail.database, { table: deliveryTable })).toBe(0)

  expect(await mail.delivery(email.id)).toMatchObject({ held_by: 'a', token, crashes: 0, due_at: null })
})

test('taking deliveries does not wait for the disk, and whatever else the connection does waits for it', async () => {
  await mail.takeAs('a')
  const email = await mail.acceptOne(['ada@a.example'])
  const setting = async (db: Db) =>
    (await sql<{ waits: string }>`select current_setting('synchronous_commit') as waits`.execute(db)).rows
  const taking = { workerId: 'a', limit: 1, columns: deliveryColumns }

  const within = await mail.database.transaction(async tx => {
    await takeDue(tx, deliveryTable, taking)
    return setting(tx)
  })

  expect(within).toEqual([{ waits: 'off' }])
  expect(await setting(mail.database.db)).toEqual([{ waits: 'on' }])
  expect(await mail.delivery(email.id)).toMatchObject({ held_by: 'a' })
})

test('transactional mail goes before broadcasts, new deliveries before retries, and then the oldest first', async () => {
  const accept = (address: string, messageStream: 'transactional' | 'broadcast') =>
    mail.acceptOne([address], { messageStream })
  await accept('waited@broadcast.example', 'broadcast')
  await accept('waited@a.example', 'transactional')
  await mail.run(mail.openChannel([scripted(() => deferred)]))
  await mail.comeDue()
  await accept('new@broadcast.example', 'broadcast')
  await accept('first@a.example', 'transactional')
  await accept('second@a.example', 'transactional')

  const order: string[][] = []
  for (let nth = 0; nth < 5; nth++) order.push(addressesOf(await mail.takeAs('a', { limit: 1 })))

  expect(order).toEqual([
    ['first@a.example'],
    ['second@a.example'],
    ['waited@a.example'],
    ['new@broadcast.example'],
    ['waited@broadcast.example'],
  ])
})

test('a broadcast waits while any transactional email is due, however long it has waited', async () => {
  await mail.accept([0, 1, 2].map(nth => draftTo([`${nth}@broadcast.example`], { messageStream: 'broadcast' })))
  await sql`update deliveries set due_at = now() - interval '1 hour'`.execute(mail.database.db)
  await mail.accept([0, 1, 2].map(nth => draftTo([`${nth}@a.example`])))

  const domains: (string | undefined)[][] = []
  for (let nth = 0; nth < 3; nth++)
    domains.push(addressesOf(await mail.takeAs('a', { limit: 2 })).map(address => address.split('@')[1]))

  expect(domains.map(list => list.toSorted())).toEqual([
    ['a.example', 'a.example'],
    ['a.example', 'broadcast.example'],
    ['broadcast.example', 'broadcast.example'],
  ])
})
