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

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())
afterEach(() => mail.expectNothingStuck())

const typesOf = async (id: string) => (await eventsOf(mail.database, id)).map(({ type }) => type)
const addressesOf = ({ emails }: PreparedEmails) =>
  emails.flatMap(({ deliveries }) => deliveries.map(({ address }) => address))
const several = (count: number) => mail.accept(Array.from({ length: count }, (_, nth) => draftTo([`${nth}@a.example`])))
const takeSuspectsAs = async (workerId: string) => addressesOf(await mail.takeAs(workerId, { by: takeSuspects }))

test('a delivery that a dead worker held before the final dot is taken over with another token, and the crash is counted', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  await mail.takeAs('dead')
  const { token } = await mail.delivery(email.id)
  await mail.dead('dead')

  const taken = await mail.takeAs('b')

  expect(addressesOf(taken)).toEqual(['ada@a.example'])
  const delivery = await mail.delivery(email.id)
  expect(delivery).toMatchObject({ held_by: 'b', crashes: 1, doubts: 0, dot: false })
  expect(delivery.token).not.toBe(token)
  expect(await typesOf(email.id)).toEqual(['email.processing'])
})

test('no message fails because of a crash: however often workers end, it comes back after longer pauses and is delivered', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const pauses: number[] = []
  for (let life = 1; life <= 9; life++) {
    await mail.takeAs(`life ${life}`, { by: life <= 2 ? takeDue : takeSuspects })
    await mail.dead(`life ${life}`)
    pauses.push((await mail.dueIn(email.id)) ?? Number.NaN)
    await mail.comeDue()
  }
  const far = scripted()

  await mail.run(mail.openChannel([far]))

  for (const [nth, seconds] of [0, 1, 2, 4, 8, 16, 30, 30, 30].entries()) {
    expect(pauses[nth]).toBeLessThanOrEqual(seconds * 1_250)
    expect(pauses[nth]).toBeGreaterThan(seconds * 750 - 500)
  }
  expect(far.copies).toEqual(['ada@a.example'])
  expect(await mail.statusOf(email.id)).toBe('delivered')
  expect(await mail.delivery(email.id)).toMatchObject({ crashes: 0, doubts: 0 })
})

test('a message that crashes every worker holds up neither those that were taken with it nor new ones', async () => {
  await several(20)
  const poison = '2@a.example'
  const delivered: string[] = []
  for (let life = 1; life <= 50; life++) {
    if ([10, 20, 30].includes(life)) await mail.acceptOne([`new${life}@a.example`])
    const workerId = `life ${life}`
    const due = addressesOf(await mail.takeAs(workerId))
    const addresses = [...due, ...(await takeSuspectsAs(workerId))]
    if (!addresses.includes(poison)) {
      delivered.push(...addresses)
      await sql`update deliveries set state = 'delivered', held_by = null where held_by = ${workerId}`.execute(
        mail.database.db,
      )
    }
    await mail.dead(workerId)
    await mail.comeDue()
  }

  const open = await mail.database.db
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
  await mail.takeAs('dead', begun)
  await mail.dead('dead')
  expect(addressesOf(await mail.takeAs('dead as well', begun))).toHaveLength(10)
  await mail.dead('dead as well')

  expect(await takeSuspectsAs('b')).toEqual([])
  expect(addressesOf(await mail.takeAs('b')).toSorted()).toEqual(['10@a.example', '11@a.example'])
  await mail.comeDue()
  expect(addressesOf(await mail.takeAs('b'))).toEqual([])
  expect(await takeSuspectsAs('c')).toHaveLength(8)
  expect(await takeSuspectsAs('d')).toHaveLength(2)
})

test('each time that workers end with the same deliveries, half as many are tried together', async () => {
  await several(9)
  const counts: number[] = []
  for (const crashes of [2, 3, 4, 5, 6]) {
    await sql`update deliveries set crashes = ${crashes}, held_by = null, due_at = now()`.execute(mail.database.db)
    counts.push((await takeSuspectsAs('a')).length)
  }

  expect(counts).toEqual([8, 4, 2, 1, 1])
})

test('suspects that wait behind slow ones are delivered as well', async () => {
  const emails = await several(12)
  for (const life of ['dead', 'dead as well']) {
    await mail.takeAs(life, { emails: emails.slice(0, 11).map(keyOf) })
    await mail.dead(life)
  }
  await mail.comeDue()
  const { open, passed } = gate()
  const far = scripted(undefined, { afterDot: () => passed })
  await using _worker = await mail.start(mail.openChannel([far], { putBackAfterMs: 50 }))

  await vi.waitFor(() => expect(far.copies).toHaveLength(9), { timeout: 10_000 })
  open()

  await vi.waitFor(
    async () => {
      for (const { id } of emails) expect(await mail.statusOf(id)).toBe('delivered')
    },
    { timeout: 10_000 },
  )
  expect(far.copies.toSorted()).toEqual(emails.flatMap(({ draft }) => draft.to).toSorted())
})

test('a worker that was paused before the final dot sends nothing when it wakes', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const asleep = gate()
  const zombie = scripted(() => asleep.passed.then(() => accepted))
  const successor = scripted()
  const first = mail.run(mail.openChannel([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.begun).toHaveLength(1))
  await mail.dead('zombie')
  await mail.run(mail.openChannel([successor]), 'b')

  asleep.open()
  await first

  expect([...zombie.copies, ...successor.copies]).toEqual(['ada@a.example'])
  expect(await typesOf(email.id)).toEqual(['email.processing', 'email.sent', 'email.delivered'])
  expect(await mail.delivery(email.id)).toMatchObject({ state: 'delivered', attempts: 1, doubts: 0 })
})

test('a worker that was paused after the final dot leaves two copies at most, and the second is reported', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const asleep = gate()
  const zombie = scripted(undefined, { afterDot: () => asleep.passed })
  const successor = scripted()
  const first = mail.run(mail.openChannel([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.copies).toHaveLength(1))
  await mail.dead('zombie')
  await mail.run(mail.openChannel([successor]), 'b')
  const before = await mail.delivery(email.id)

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
  expect(await mail.delivery(email.id)).toEqual(before)
})

test('a worker that wakes while its successor is at work changes nothing', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const [asleep, busy] = [gate(), gate()]
  const zombie = scripted(() => asleep.passed.then(() => deferred))
  const successor = scripted(() => busy.passed.then(() => accepted))
  const first = mail.run(mail.openChannel([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.begun).toHaveLength(1))
  await mail.dead('zombie')
  const second = mail.run(mail.openChannel([successor]), 'b')
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
  const email = await mail.acceptOne(addresses)
  const asleep = gate()
  const zombie = scripted(() => asleep.passed.then(() => accepted))
  const first = mail.run(mail.openChannel([zombie], { putBackAfterMs: 60_000 }), 'zombie')
  await vi.waitFor(() => expect(zombie.begun).toHaveLength(1))
  await sql`update deliveries set held_by = null, due_at = now() where nth = 1`.execute(mail.database.db)
  expect(addressesOf(await mail.takeAs('b'))).toEqual(['1@a.example'])

  asleep.open()
  await first
  expect(zombie.copies).toEqual([])
  await mail.dead('b')
  await mail.comeDue()
  await mail.run(mail.openChannel([zombie]), 'c')

  expect(zombie.copies.toSorted()).toEqual(addresses)
  expect(await typesOf(email.id)).not.toContain('email.possible_duplicate')
})

test('a delivery of which PostgreSQL forgot in a crash that it was taken is sent once, by the next worker', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const { token } = await mail.delivery(email.id)
  const [old, fresh] = [gate(), gate()]
  const far = scripted(() => (far.begun.length === 1 ? old : fresh).passed.then(() => accepted))
  const first = mail.run(mail.openChannel([far]), 'a')
  await vi.waitFor(() => expect(far.begun).toHaveLength(1))
  await sql`update deliveries set held_by = null, due_at = now(), token = ${token}`.execute(mail.database.db)
  const second = mail.run(mail.openChannel([far]), 'b')
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
  const email = await mail.acceptOne(['ada@a.example'])
  const [old, fresh] = [gate(), gate()]
  const far = scripted(() => (far.begun.length === 1 ? old : fresh).passed.then(() => accepted))
  const worker = mail.openChannel([far])
  const first = mail.run(worker, 'a')
  await vi.waitFor(() => expect(far.begun).toHaveLength(1))
  await mail.dead('a')
  const second = mail.run(worker, 'a')
  await vi.waitFor(() => expect(far.begun).toHaveLength(2))
  const { token } = await mail.delivery(email.id)

  old.open()
  await first
  expect(await mail.delivery(email.id)).toMatchObject({ held_by: 'a', token, dot: false })
  fresh.open()
  await second

  expect(far.begun).toHaveLength(2)
  expect(far.copies).toEqual(['ada@a.example'])
})

const resultOf = (delivery: TakenDelivery, outcome: typeof accepted): Result => ({
  delivery,
  recipients: 1,
  aheadMs: 0,
  from: 'shop@acme.test',
  labels: { messageStream: 'transactional', tags: [], templateId: null },
  conclusion: {
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
  const email = await mail.acceptOne(['ada@a.example'])
  const old = (await mail.takeAs('dead')).emails[0]?.deliveries[0]
  if (!old) throw new Error('nothing was taken')
  await mail.dead('dead')
  await mail.takeAs('b')
  const before = await mail.delivery(email.id)

  const counted = await mail.database.transaction(tx => settle(tx, [resultOf(old, outcome)]))

  expect(counted).toEqual([false])
  expect(await mail.delivery(email.id)).toEqual(before)
  expect(await mail.statusOf(email.id)).toBe('processing')
  expect(await typesOf(email.id)).toEqual(['email.processing'])
  const suppressions = await mail.database.db.selectFrom('suppressions').select('email').execute()
  expect(suppressions).toEqual([])
})

test('a result counts once, however often it is written', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const { emails } = await mail.takeAs('a')
  const delivery = emails[0]?.deliveries[0]
  if (!delivery) throw new Error('nothing was taken')
  const write = () => mail.database.transaction(tx => settle(tx, [resultOf(delivery, accepted)]))

  expect([await write(), await write()]).toEqual([[true], [false]])

  expect(await typesOf(email.id)).toEqual(['email.processing', 'email.sent', 'email.delivered'])
})
