/** Workers that are taken for dead and are not: their late hands change nothing. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { keyOf, openPost, type Post } from '../post.fixture.ts'
import { retrySchedule } from '../retry.ts'
import type { Claimed } from './claimed.ts'
import type { Result } from './result.ts'
import { accepted, deferred, gate, scripted, unknownMailbox } from './scripted.fixture.ts'
import { settle } from './settle.ts'

let post: Post
beforeAll(async () => {
  post = await openPost(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => post[Symbol.asyncDispose]())
beforeEach(() => post.clear())
afterEach(() => post.expectNothingStuck())

const typesOf = async (id: string) => (await eventsOf(post.database, id)).map(({ type }) => type)

test('a worker that was stopped before the final dot sends nothing when it wakes', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const asleep = gate()
  const zombie = scripted(() => asleep.passed.then(() => accepted))
  const successor = scripted()
  await post.alive('zombie', 'b')
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

test('a worker that was stopped after the final dot leaves two copies at most, and the second is named', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const asleep = gate()
  const zombie = scripted(undefined, { afterDot: () => asleep.passed })
  const successor = scripted()
  await post.alive('zombie', 'b')
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
  await post.alive('zombie', 'b')
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

test('a parcel of which one recipient was taken over is not sent, and leaves no doubt about the others', async () => {
  const addresses = ['0@a.example', '1@a.example', '2@a.example']
  const email = await post.acceptOne(addresses)
  const asleep = gate()
  const zombie = scripted(() => asleep.passed.then(() => accepted))
  await post.alive('zombie', 'b')
  const first = post.run(post.hire([zombie], { patienceMs: 60_000 }), 'zombie')
  await vi.waitFor(() => expect(zombie.begun).toHaveLength(1))
  await post.dead('zombie')
  await post.claimAs('b', [keyOf(email)])

  await post.alive('zombie')
  asleep.open()
  await first
  await post.dead('b')
  for (const worker of ['c', 'd']) {
    await post.comeDue()
    await post.run(post.hire([zombie]), worker)
  }

  expect(zombie.copies.toSorted()).toEqual(addresses)
  expect(await typesOf(email.id)).not.toContain('email.possible_duplicate')
})

test('a worker that has got a delivery back is not robbed of it by its own old attempt', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const [job] = await post.jobs()
  if (!job) throw new Error('no job')
  const [old, fresh] = [gate(), gate()]
  const far = scripted(() => (far.begun.length === 1 ? old : fresh).passed.then(() => accepted))
  const worker = post.hire([far])
  const deliver = () => worker.deliver(job.payload, { workerId: 'a', signal: new AbortController().signal })
  const first = deliver()
  await vi.waitFor(() => expect(far.begun).toHaveLength(1))
  await post.claimAs('b', [keyOf(email)])
  await sql`update deliveries set claimed_by = null`.execute(post.database.db)
  await post.alive('a')
  const second = deliver()
  await vi.waitFor(() => expect(far.begun).toHaveLength(2))

  old.open()
  await first
  await deliver()
  expect(await post.delivery(email.id)).toMatchObject({ claimed_by: 'a', token: 3 })
  fresh.open()
  await second

  expect(far.begun).toHaveLength(2)
  expect(far.copies).toEqual(['ada@a.example'])
})

const resultOf = (delivery: Claimed, outcome: typeof accepted): Result => ({
  delivery,
  recipients: 1,
  labels: { messageStream: 'transactional', tags: [] },
  what: { kind: 'outcome', outcome, accepted: 'delivered', schedule: retrySchedule, chance: 0.5 },
  at: new Date(),
})

test.each([
  ['accepted', accepted],
  ['put off', deferred],
  ['refused', unknownMailbox],
] as const)('a result under an old token is not written down: %s', async (_, outcome) => {
  const email = await post.acceptOne(['ada@a.example'])
  const take = (workerId: string) => post.claimAs(workerId, [keyOf(email)])
  const old = (await take('dead')).emails[0]?.deliveries[0]
  await take('b')
  if (!old) throw new Error('nothing was claimed')
  const before = await post.delivery(email.id)

  const counted = await post.database.transaction(tx => settle(tx, [resultOf(old, outcome)]))

  expect(counted).toEqual([false])
  expect(await post.delivery(email.id)).toEqual(before)
  expect(await post.statusOf(email.id)).toBe('processing')
  expect(await typesOf(email.id)).toEqual(['email.processing'])
  const suppressions = await post.database.db.selectFrom('suppressions').select('email').execute()
  expect(suppressions).toEqual([])
})

test('a result counts once, however often it is written down', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const { emails } = await post.claimAs('a', [keyOf(email)])
  const delivery = emails[0]?.deliveries[0]
  if (!delivery) throw new Error('nothing was claimed')
  const write = () => post.database.transaction(tx => settle(tx, [resultOf(delivery, accepted)]))

  expect([await write(), await write()]).toEqual([[true], [false]])

  expect(await typesOf(email.id)).toEqual(['email.processing', 'email.sent', 'email.delivered'])
})
