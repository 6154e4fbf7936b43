/** Workers that end, or are taken for dead and are not: each message leaves once, or is said to be a possible duplicate. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Database, Tx } from '#postgres/database.ts'
import type { PartOutcome, SmsKey } from '#transports/carrier.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { untilSomebodyWaits } from '../../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { counting, draftTo, type Exchange, keyOf, openExchange, textOf } from '../exchange.fixture.ts'
import { markSubmitting, updateCosts, watchOpen } from '../progress-store.ts'
import { retrySchedule } from '../retry.ts'
import type { ClaimedSms } from './claimed.ts'
import type { Result } from './result.ts'
import { gate, rejected, scripted, taken, throttled } from './scripted.fixture.ts'
import { settle } from './settle.ts'

let exchange: Exchange
beforeAll(async () => {
  exchange = await openExchange(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => exchange[Symbol.asyncDispose]())
beforeEach(() => exchange.clear())
afterEach(() => exchange.expectNothingStuck())

const typesOf = async ({ id }: { id: string }) =>
  (await eventsOf(exchange.database, id)).map(({ type }) => type.slice('sms.'.length))
const ada = '+14155550100'
const copy = `${ada} 1/1`

/** A worker takes it and ends; after the mark when a carrier is named. */
async function die(key: SmsKey, workerId: string, carrier?: string): Promise<ClaimedSms> {
  const claimed = await exchange.claimAs(workerId, [key])
  const [sms] = claimed?.messages ?? []
  if (!sms) throw new Error('nothing was claimed')
  if (carrier) await markSubmitting(exchange.database.db, [{ ...sms, carrier }])
  return sms
}

test('what a worker had before it could leave is submitted by the next: surely the only copy', async () => {
  const sms = await exchange.acceptOne(ada)
  await die(keyOf(sms), 'dead')
  const far = scripted()

  await exchange.run(exchange.hire([far]), 'b')

  expect(far.copies).toEqual([copy])
  expect(await typesOf(sms)).toEqual(['sent'])
  expect(await exchange.progress(sms.id)).toMatchObject({ doubts: 0, attempts: 1, claimed_by: null, token: 2 })
})

test('what may have left is submitted once more, by the carrier that may have it, and named', async () => {
  const sms = await exchange.acceptOne(ada)
  await die(keyOf(sms), 'dead', 'scripted')
  const [far, other] = [scripted(), scripted(undefined, { name: 'other' })]

  await exchange.run(exchange.hire([other, far]), 'b')

  expect([far.copies, other.begun]).toEqual([[copy], []])
  expect(await typesOf(sms)).toEqual(['possible_duplicate', 'sent'])
})

test('what may have left twice is sent and may have arrived, is submitted no more and not given back', async () => {
  const sms = await exchange.acceptOne(ada)
  await die(keyOf(sms), 'dead', 'scripted')
  await die(keyOf(sms), 'dead too', 'scripted')
  const far = scripted()

  await exchange.run(exchange.hire([far]), 'b')

  expect(far.begun).toEqual([])
  expect(await exchange.statusOf(sms.id)).toBe('sent')
  expect(await typesOf(sms)).toEqual(['possible_duplicate', 'unconfirmed'])
  expect(await exchange.ledger(sms)).toEqual(['sms -10'])
})

test('with a carrier that knows repetitions what may have left is submitted again, and nothing is said', async () => {
  const sms = await exchange.acceptOne(ada)
  await die(keyOf(sms), 'dead', 'scripted')
  const far = scripted(undefined, { idempotent: true })

  await exchange.run(exchange.hire([far]), 'b')

  expect(far.copies).toEqual([copy])
  expect(await typesOf(sms)).toEqual(['sent'])
  expect(await exchange.progress(sms.id)).toMatchObject({ doubts: 0 })
})

test.each([
  ['before it can leave', undefined],
  ['when it may have left', 'scripted'],
])(
  'nobody fails for a crash: a message that was in hand when many workers ended %s is sent after a pause',
  async (_, carrier) => {
    const [one, neighbour] = await exchange.accept([draftTo(ada), draftTo('+14155550101')])
    if (!one || !neighbour) throw new Error('nothing was accepted')
    const far = scripted(undefined, { idempotent: true })
    for (let life = 1; life <= 6; life++) {
      await exchange.comeDue()
      const claimed = await exchange.claimAs(`life ${life}`, [keyOf(one)], [far])
      if (carrier)
        await markSubmitting(
          exchange.database.db,
          (claimed?.messages ?? []).map(sms => ({ ...sms, carrier })),
        )
    }
    expect(await exchange.progress(one.id)).toMatchObject({ status: 'processing', crashes: 3 })

    await exchange.run(exchange.hire([far]), 'b')
    expect(await exchange.statusOf(neighbour.id)).toBe('sent')
    expect(await exchange.dueIn(one.id)).toSatisfy((ms: number) => ms > 1_000 && ms <= 4_000)
    await exchange.comeDue()
    await exchange.run(exchange.hire([far]), 'b')

    expect(await exchange.statusOf(one.id)).toBe('sent')
    expect(await typesOf(one)).toEqual(['sent'])
    expect(await exchange.ledger(one)).toEqual(['sms -10'])
  },
)

test('a message in living hands is left there and looked at again in 10 s', async () => {
  const sms = await exchange.acceptOne(ada)
  await exchange.alive('a', 'b')
  await exchange.claimAs('a', [keyOf(sms)])
  const far = scripted()

  await exchange.run(exchange.hire([far]), 'b')

  expect(far.begun).toEqual([])
  expect(await exchange.progress(sms.id)).toMatchObject({ claimed_by: 'a', token: 1 })
  expect(await exchange.dueIn(sms.id)).toSatisfy((ms: number) => ms > 8_000 && ms <= 10_000)
})

test('two workers with one job submit each message once', async () => {
  const messages = await exchange.accept(Array.from({ length: 100 }, () => draftTo(exchange.newNumber())))
  const jobs = await exchange.jobs()
  const [one, two] = [scripted(), scripted()]
  await exchange.alive('a', 'b')
  const signal = new AbortController().signal

  await Promise.all(
    jobs.flatMap(({ payload }) => [
      exchange.hire([one]).submit(payload, { workerId: 'a', signal }),
      exchange.hire([two], { database: exchange.second }).submit(payload, { workerId: 'b', signal }),
    ]),
  )

  await vi.waitFor(async () => {
    for (const { id } of messages) expect(await exchange.statusOf(id)).toBe('sent')
  })
  expect([...one.copies, ...two.copies].toSorted()).toEqual(messages.map(({ draft }) => `${draft.to} 1/1`).toSorted())
})

test('answers that are written while others look in on the same messages all count, and each message leaves once', async () => {
  const messages = await exchange.accept(Array.from({ length: 200 }, () => draftTo(exchange.newNumber())))
  const far = scripted(undefined, { maxAtOnce: 100, afterSubmit: () => pause(Math.random() * 40) })
  await exchange.alive('a', 'b')
  const worker = exchange.hire([far], { patienceMs: 1 })
  const other = exchange.hire([far], { database: exchange.second, patienceMs: 1 })

  await vi.waitFor(
    async () => {
      await exchange.run(worker, 'a')
      await exchange.comeDue()
      await exchange.run(other, 'b')
      await exchange.comeDue()
      for (const { id } of messages) expect(await exchange.statusOf(id)).toBe('sent')
    },
    { timeout: 10_000, interval: 1 },
  )

  expect(far.copies).toHaveLength(200)
})

test('a worker that was stopped before the message could leave submits nothing when it wakes', async () => {
  const sms = await exchange.acceptOne(ada)
  const asleep = gate()
  const zombie = scripted(undefined, { beforeMark: () => asleep.passed })
  const successor = scripted()
  await exchange.alive('zombie', 'b')
  const first = exchange.run(exchange.hire([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.begun).toHaveLength(1))
  await exchange.dead('zombie')
  await exchange.run(exchange.hire([successor]), 'b')
  const before = await exchange.progress(sms.id)

  asleep.open()
  await first

  expect([zombie.copies, successor.copies]).toEqual([[], [copy]])
  expect(await typesOf(sms)).toEqual(['sent'])
  expect(await exchange.progress(sms.id)).toEqual(before)
})

test('a worker that wakes when its message is with another changes nothing, but its copy is known', async () => {
  const sms = await exchange.acceptOne(ada)
  const asleep = gate()
  const zombie = scripted(() => taken({ carrierId: 'first', cost: '0.004' }), { afterSubmit: () => asleep.passed })
  const successor = scripted(() => taken({ carrierId: 'second', cost: '0.005' }))
  await exchange.alive('zombie', 'b')
  const first = exchange.run(exchange.hire([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.copies).toHaveLength(1))
  await exchange.dead('zombie')
  await exchange.run(exchange.hire([successor]), 'b')

  asleep.open()
  await first

  expect([zombie.copies, successor.copies]).toEqual([[copy], [copy]])
  expect(await typesOf(sms)).toEqual(['possible_duplicate', 'sent'])
  const receipt = { carrier: 'scripted', sms: null, reply: 'DELIVRD', state: 'delivered' } as const
  await exchange.receipts({ ...receipt, carrierId: 'first' })
  expect(await exchange.detail(sms)).toMatchObject({ status: 'delivered', carrier_total_cost: 0.009 })
})

test('a zombie whose answer comes before its successor has begun spares the second copy', async () => {
  const sms = await exchange.acceptOne(ada)
  const asleep = gate()
  const zombie = scripted(undefined, { afterSubmit: () => asleep.passed })
  await exchange.alive('zombie')
  const first = exchange.run(exchange.hire([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.copies).toHaveLength(1))
  await exchange.dead('zombie')
  await die(keyOf(sms), 'dead too')
  asleep.open()
  await first
  const successor = scripted()
  await exchange.comeDue()

  await exchange.run(exchange.hire([successor]), 'b')

  expect(successor.begun).toEqual([])
  expect(await exchange.statusOf(sms.id)).toBe('sent')
})

const resultOf = (sms: ClaimedSms, outcome: PartOutcome): Result => ({
  sms,
  what: {
    kind: 'outcomes',
    carrier: 'scripted',
    parts: [{ nth: 1, text: sms.body }],
    outcomes: [outcome],
    total: 1,
    schedule: retrySchedule,
    chance: 0.5,
  },
  at: new Date(),
})

test.each([
  ['taken', taken()],
  ['delivered', taken({ state: 'delivered' })],
  ['put off', throttled],
  ['rejected', rejected],
] as const)('a result under an old token is not written down: %s', async (_, outcome) => {
  const sms = await exchange.acceptOne(ada)
  const old = await die(keyOf(sms), 'dead')
  await exchange.claimAs('b', [keyOf(sms)])
  const before = await exchange.progress(sms.id)

  const counted = await exchange.database.transaction(tx => settle(tx, [resultOf(old, outcome)]))

  expect(counted).toEqual([false])
  expect(await exchange.progress(sms.id)).toEqual(before)
  expect(await typesOf(sms)).toEqual([])
  expect(await exchange.ledger(sms)).toEqual(['sms -10'])
})

test.each([
  ['taken', taken(), ['sent'], ['sms -10']],
  ['rejected', rejected, ['failed'], ['sms -10', 'refund 10']],
] as const)('a result counts once, however often it is written down: %s', async (_, outcome, types, ledger) => {
  const sms = await exchange.acceptOne(ada)
  const claimed = await die(keyOf(sms), 'a')
  const write = () => exchange.database.transaction(tx => settle(tx, [resultOf(claimed, outcome)]))

  expect([await write(), await write()]).toEqual([[true], [false]])

  expect(await typesOf(sms)).toEqual(types)
  expect(await exchange.ledger(sms)).toEqual(ledger)
})

test('nothing happens to a message before it was accepted, whatever the clock of the worker says', async () => {
  const sms = await exchange.acceptOne(ada)
  const slow = () => new Date(Date.now() - 3_600_000)

  await exchange.run(exchange.hire([scripted(() => taken({ state: 'delivered' }))], { clock: slow }))

  const { created_at, sent_at, delivered_at, events } = await exchange.detail(sms)
  expect([sent_at, delivered_at, ...events.map(event => event.created_at)]).toEqual(Array(4).fill(created_at))
})

test('parts that a worker had before it ended are not submitted again', async () => {
  const sms = await exchange.acceptOne(ada, { body: textOf(2) })
  const asleep = gate()
  const zombie = scripted(({ nth }) => (nth === 1 ? taken() : throttled), {
    takesParts: true,
    afterSubmit: () => asleep.passed,
  })
  await exchange.alive('zombie')
  const first = exchange.run(exchange.hire([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.copies).toHaveLength(1))
  await exchange.dead('zombie')
  await exchange.claimAs('dead too', [keyOf(sms)])
  asleep.open()
  await first
  const successor = scripted(undefined, { takesParts: true })
  await exchange.comeDue()

  await exchange.run(exchange.hire([successor]), 'b')

  expect(successor.copies).toEqual([`${ada} 2/2`])
})

const writers: [string, (database: Database, messages: readonly ClaimedSms[]) => Promise<unknown>][] = [
  [
    'results',
    (database, all) =>
      database.transaction(tx =>
        settle(
          tx,
          all.map(sms => resultOf(sms, taken())),
        ),
      ),
  ],
  [
    'marks',
    ({ db }, all) =>
      markSubmitting(
        db,
        all.map(sms => ({ ...sms, carrier: 'scripted' })),
      ),
  ],
  ['looks', ({ db }, all) => watchOpen(db, all, 1_000)],
  [
    'costs',
    (database, all) =>
      database.transaction(tx =>
        updateCosts(
          tx,
          all.map(sms => ({ ...sms, dollars: '1' })),
        ),
      ),
  ],
]

test.each(writers)('whoever writes %s of several messages takes them in the one order', async (_, write) => {
  const accepted = await exchange.accept([draftTo(ada), draftTo(ada)])
  const messages = (await exchange.claimAs('a', accepted.map(keyOf)))?.messages ?? []
  const [first, last] = messages.toSorted((a, b) => (a.smsId < b.smsId ? -1 : 1))
  if (!first || !last) throw new Error('nothing was claimed')
  const { counted, again } = counting(exchange.database)
  const lock = (tx: Tx, { smsId }: ClaimedSms) =>
    sql`select from sms_progress where sms_id = ${smsId} for update`.execute(tx)
  let writing: Promise<unknown> | undefined

  await exchange.second.transaction(async tx => {
    await lock(tx, first)
    writing ??= write(counted, [last, first])
    await untilSomebodyWaits(tx)
    await lock(tx, last)
  })

  await writing
  expect(again()).toBe(0)
})
