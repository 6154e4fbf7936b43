/** Workers that end, and what happens to their deliveries; and workers that are wrongly taken for dead. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { takeDue, takeSuspects } from '#engine/work-table.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import type { TakenDelivery } from '../delivery-store.ts'
import { draftTo, type EmailFixture, keyOf, openEmailFixture } from '../emails.fixture.ts'
import type { PreparedEmails } from './prepare.ts'
import type { Result } from './result.ts'
import { retrySchedule } from './retry.ts'
import { accepted, deferred, gate, scripted, unknownMailbox } from './scripted.fixture.ts'
import { settle } from './settle.ts'

let post: EmailFixture
beforeAll(async () => {
  post = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => post[Symbol.asyncDispose]())
beforeEach(() => post.clear())
afterEach(() => post.expectNothingStuck())

const typesOf = async (id: string) => (await eventsOf(post.database, id)).map(({ type }) => type)
const addressesOf = ({ emails }: PreparedEmails) =>
  emails.flatMap(({ deliveries }) => deliveries.map(({ address }) => address))
const several = (count: number) => post.accept(Array.from({ length: count }, (_, nth) => draftTo([`${nth}@a.example`])))
const takeSuspectsAs = async (workerId: string) => addressesOf(await post.takeAs(workerId, { by: takeSuspects }))

test('a delivery that a dead worker held before the final dot is taken over with another token, and the crash is counted', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  await post.takeAs('dead')
  const { token } = await post.delivery(email.id)
  await post.dead('dead')

  const taken = await post.takeAs('b')

  expect(addressesOf(taken)).toEqual(['ada@a.example'])
  const delivery = await post.delivery(email.id)
  expect(delivery).toMatchObject({ held_by: 'b', crashes: 1, doubts: 0, dot: false })
  expect(delivery.token).not.toBe(token)
  expect(await typesOf(email.id)).toEqual(['email.processing'])
})

test('no message fails because of a crash: however often workers end, it comes back after longer pauses and is delivered', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const pauses: number[] = []
  for (let life = 1; life <= 9; life++) {
    await post.takeAs(`life ${life}`, { by: life <= 2 ? takeDue : takeSuspects })
    await post.dead(`life ${life}`)
    pauses.push((await post.dueIn(email.id)) ?? Number.NaN)
    await post.comeDue()
  }
  const far = scripted()

  await post.run(post.hire([far]))

  for (const [nth, seconds] of [0, 1, 2, 4, 8, 16, 30, 30, 30].entries()) {
    expect(pauses[nth]).toBeLessThanOrEqual(seconds * 1_250)
    expect(pauses[nth]).toBeGreaterThan(seconds * 750 - 500)
  }
  expect(far.copies).toEqual(['ada@a.example'])
  expect(await post.statusOf(email.id)).toBe('delivered')
  expect(await post.delivery(email.id)).toMatchObject({ crashes: 0, doubts: 0 })
})

test('a message that crashes every worker holds up neither those that were taken with it nor new ones', async () => {
  await several(20)
  const poison = '2@a.example'
  const delivered: string[] = []
  for (let life = 1; life <= 50; life++) {
    if ([10, 20, 30].includes(life)) await post.acceptOne([`new${life}@a.example`])
    const workerId = `life ${life}`
    const due = addressesOf(await post.takeAs(workerId))
    const addresses = [...due, ...(await takeSuspectsAs(workerId))]
    if (!addresses.includes(poison)) {
      delivered.push(...addresses)
      await sql`update deliveries set state = 'delivered', held_by = null where held_by = ${workerId}`.execute(
        post.database.db,
      )
    }
    await post.dead(workerId)
    await post.comeDue()
  }

  const open = await post.database.db
    .selectFrom('deliveries')
    .select('address')
    .where('state', '=', 'waiting')
    .execute()
  expect(open).toEqual([{ address: poison }])
  expect(new Set(delivered).size).toBe(22)
  expect(delivered).toHaveLength(22)
})

test('the deliveries of a dead worker are taken together once more; if that worker dies as well, after a pause, separately and a few at a time', async () => {
  const emails = await several(12)
  const begun = { emails: emails.slice(0, 10).map(keyOf) }
  await post.takeAs('dead', begun)
  await post.dead('dead')
  expect(addressesOf(await post.takeAs('dead as well', begun))).toHaveLength(10)
  await post.dead('dead as well')

  expect(await takeSuspectsAs('b')).toEqual([])
  expect(addressesOf(await post.takeAs('b')).toSorted()).toEqual(['10@a.example', '11@a.example'])
  await post.comeDue()
  expect(addressesOf(await post.takeAs('b'))).toEqual([])
  expect(await takeSuspectsAs('c')).toHaveLength(8)
  expect(await takeSuspectsAs('d')).toHaveLength(2)
})

test('each time that workers end with the same deliveries, half as many are tried together', async () => {
  await several(9)
  const counts: number[] = []
  for (const crashes of [2, 3, 4, 5, 6]) {
    await sql`update deliveries set crashes = ${crashes}, held_by = null, due_at = now()`.execute(post.database.db)
    counts.push((await takeSuspectsAs('a')).length)
  }

  expect(counts).toEqual([8, 4, 2, 1, 1])
})

test('suspects that wait behind slow ones are delivered as well', async () => {
  const emails = await several(12)
  for (const life of ['dead', 'dead as well']) {
    await post.takeAs(life, { emails: emails.slice(0, 11).map(keyOf) })
    await post.dead(life)
  }
  await post.comeDue()
  const { open, passed } = gate()
  const far = scripted(undefined, { afterDot: () => passed })
  await using _worker = await post.start(post.hire([far], { putBackAfterMs: 50 }))

  await vi.waitFor(() => expect(far.copies).toHaveLength(9), { timeout: 10_000 })
  open()

  await vi.waitFor(
    async () => {
      for (const { id } of emails) expect(await post.statusOf(id)).toBe('delivered')
    },
    { timeout: 10_000 },
  )
  expect(far.copies.toSorted()).toEqual(emails.flatMap(({ draft }) => draft.to).toSorted())
})

test('a worker that was paused before the final dot sends nothing when it wakes', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const asleep = gate()
  const zombie = scripted(() => asleep.passed.then(() => accepted))
  const successor = scripted()
  const first = post.run(post.hire([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.begun).toHaveLength(1))
  await post.dead('zombie')
  await post.run(post.hire([successor]), 'b')

  asleep.open()
  await first

  expect([...zombie.copies, ...successor.copies]).toEqual(['ada@a.example'])
  expect(await typesOf(email.id)).toEqual(['email.processing', 'email.sent', 'email.delivered'])
  expect(await post.delivery(email.id)).toMatchObject({ state: 'delivered', attempts: 1, doubts: 0 })
})

test('a worker that was paused after the final dot leaves two copies at most, and the second is reported', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const asleep = gate()
  const zombie = scripted(undefined, { afterDot: () => asleep.passed })
  const successor = scripted()
  const first = post.run(post.hire([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.copies).toHaveLength(1))
  await post.dead('zombie')
  await post.run(post.hire([successor]), 'b')
  const before = await post.delivery(email.id)

  asleep.open()
  await first

  expect([zombie.copies, successor.copies]).toEqual([['ada@a.example'], ['ada@a.example']])
  expect(zombie.begun[0]?.message).toEqual(successor.begun[0]?.message)
  expect(await typesOf(email.id)).toEqual([
    'email.processing',
    'email.possible_duplicate',
    'email.sent',
    'email.delivered',
  ])
  expect(await post.delivery(email.id)).toEqual(before)
})

test('a worker that wakes while its successor is at work changes nothing', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const [asleep, busy] = [gate(), gate()]
  const zombie = scripted(() => asleep.passed.then(() => deferred))
  const successor = scripted(() => busy.passed.then(() => accepted))
  const first = post.run(post.hire([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.begun).toHaveLength(1))
  await post.dead('zombie')
  const second = post.run(post.hire([successor]), 'b')
  await vi.waitFor(() => expect(successor.begun).toHaveLength(1))

  asleep.open()
  await first
  expect(await typesOf(email.id)).toEqual(['email.processing'])
  busy.open()
  await second

  expect(await typesOf(email.id)).toEqual(['email.processing', 'email.sent', 'email.delivered'])
  expect(successor.copies).toEqual(['ada@a.example'])
})

test('a message is not sent when one of its recipients was taken over, and the others are not in doubt', async () => {
  const addresses = ['0@a.example', '1@a.example', '2@a.example']
  const email = await post.acceptOne(addresses)
  const asleep = gate()
  const zombie = scripted(() => asleep.passed.then(() => accepted))
  const first = post.run(post.hire([zombie], { putBackAfterMs: 60_000 }), 'zombie')
  await vi.waitFor(() => expect(zombie.begun).toHaveLength(1))
  await sql`update deliveries set held_by = null, due_at = now() where nth = 1`.execute(post.database.db)
  expect(addressesOf(await post.takeAs('b'))).toEqual(['1@a.example'])

  asleep.open()
  await first
  expect(zombie.copies).toEqual([])
  await post.dead('b')
  await post.comeDue()
  await post.run(post.hire([zombie]), 'c')

  expect(zombie.copies.toSorted()).toEqual(addresses)
  expect(await typesOf(email.id)).not.toContain('email.possible_duplicate')
})

test('a delivery of which PostgreSQL forgot in a crash that it was taken is sent once, by the next worker', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const { token } = await post.delivery(email.id)
  const [old, fresh] = [gate(), gate()]
  const far = scripted(() => (far.begun.length === 1 ? old : fresh).passed.then(() => accepted))
  const first = post.run(post.hire([far]), 'a')
  await vi.waitFor(() => expect(far.begun).toHaveLength(1))
  await sql`update deliveries set held_by = null, due_at = now(), token = ${token}`.execute(post.database.db)
  const second = post.run(post.hire([far]), 'b')
  await vi.waitFor(() => expect(far.begun).toHaveLength(2))

  old.open()
  await first
  expect(far.copies).toEqual([])
  fresh.open()
  await second

  expect(far.copies).toEqual(['ada@a.example'])
  expect(await typesOf(email.id)).not.toContain('email.possible_duplicate')
})

test('an old attempt of a worker does not affect a delivery that the same worker has taken again', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const [old, fresh] = [gate(), gate()]
  const far = scripted(() => (far.begun.length === 1 ? old : fresh).passed.then(() => accepted))
  const worker = post.hire([far])
  const first = post.run(worker, 'a')
  await vi.waitFor(() => expect(far.begun).toHaveLength(1))
  await post.dead('a')
  const second = post.run(worker, 'a')
  await vi.waitFor(() => expect(far.begun).toHaveLength(2))
  const { token } = await post.delivery(email.id)

  old.open()
  await first
  expect(await post.delivery(email.id)).toMatchObject({ held_by: 'a', token, dot: false })
  fresh.open()
  await second

  expect(far.begun).toHaveLength(2)
  expect(far.copies).toEqual(['ada@a.example'])
})

const resultOf = (delivery: TakenDelivery, outcome: typeof accepted): Result => ({
  delivery,
  recipients: 1,
  from: 'shop@acme.test',
  labels: { messageStream: 'transactional', tags: [], templateId: null },
  what: {
    kind: 'outcome',
    outcome,
    accepted: 'delivered',
    destination: 'scripted a.example',
    schedule: retrySchedule,
    chance: 0.5,
  },
  at: new Date(),
})

test.each([
  ['accepted', accepted],
  ['put off', deferred],
  ['refused', unknownMailbox],
] as const)('a result with an old token is not stored: %s', async (_, outcome) => {
  const email = await post.acceptOne(['ada@a.example'])
  const old = (await post.takeAs('dead')).emails[0]?.deliveries[0]
  if (!old) throw new Error('nothing was taken')
  await post.dead('dead')
  await post.takeAs('b')
  const before = await post.delivery(email.id)

  const counted = await post.database.transaction(tx => settle(tx, [resultOf(old, outcome)]))

  expect(counted).toEqual([false])
  expect(await post.delivery(email.id)).toEqual(before)
  expect(await post.statusOf(email.id)).toBe('processing')
  expect(await typesOf(email.id)).toEqual(['email.processing'])
  const suppressions = await post.database.db.selectFrom('suppressions').select('email').execute()
  expect(suppressions).toEqual([])
})

test('a result counts once, however often it is written', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const { emails } = await post.takeAs('a')
  const delivery = emails[0]?.deliveries[0]
  if (!delivery) throw new Error('nothing was taken')
  const write = () => post.database.transaction(tx => settle(tx, [resultOf(delivery, accepted)]))

  expect([await write(), await write()]).toEqual([[true], [false]])

  expect(await typesOf(email.id)).toEqual(['email.processing', 'email.sent', 'email.delivered'])
})
