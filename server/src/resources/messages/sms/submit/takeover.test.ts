/** Workers that end, or are wrongly taken for dead: each message is sent once, or reported as a possible duplicate. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Database, Tx } from '#postgres/database.ts'
import type { Carrier, PartOutcome } from '#transports/carrier.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { untilLockWait } from '../../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { countDoubts, markSubmitting, updateCosts } from '../progress-store.ts'
import { retrySchedule } from '../retry.ts'
import { counting, draftTo, openSmsFixture, type SmsFixture, textOf } from '../sms.fixture.ts'
import type { SmsToSend } from './prepare.ts'
import type { Result } from './result.ts'
import { gate, rejected, scripted, taken, throttled } from './scripted.fixture.ts'
import { settle } from './settle.ts'

let texts: SmsFixture
beforeAll(async () => {
  texts = await openSmsFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => texts[Symbol.asyncDispose]())
beforeEach(() => texts.clear())
afterEach(() => texts.expectNothingStuck())

const typesOf = async ({ id }: { id: string }) =>
  (await eventsOf(texts.database, id)).map(({ type }) => type.slice('sms.'.length))
const countOf = async (status: string) => {
  const { db } = texts.database
  return (await db.selectFrom('sms_progress').select('sms_id').where('status', '=', status).execute()).length
}
const ada = '+14155550100'
const copy = `${ada} 1/1`

/** A worker takes what is due and ends; after the mark when a carrier is given. */
async function die(workerId: string, { carrier, carriers }: { carrier?: string; carriers?: Carrier[] } = {}) {
  const [sms, ...others] = await texts.takeAs(workerId, carriers)
  if (!sms) throw new Error('nothing was taken')
  if (carrier) {
    const messages = [sms, ...others].map(one => ({ ...one, carrier }))
    expect(await markSubmitting(texts.database.db, messages)).toHaveLength(messages.length)
  }
  await texts.dead(workerId)
  return sms
}

test('a message that a worker held before it could leave is submitted by the next: certainly the only copy', async () => {
  const sms = await texts.acceptOne(ada)
  await die('dead')
  const far = scripted()

  await texts.run(texts.openChannel([far]), 'b')

  expect(far.copies).toEqual([copy])
  expect(await typesOf(sms)).toEqual(['sent'])
  expect(await texts.progress(sms.id)).toMatchObject({ doubts: 0, attempts: 1, held_by: null })
})

test('a message that may have left is submitted once more, by the carrier that may have it, and reported', async () => {
  const sms = await texts.acceptOne(ada)
  await die('dead', { carrier: 'scripted' })
  const [far, other] = [scripted(), scripted(undefined, { name: 'other' })]

  await texts.run(texts.openChannel([other, far]), 'b')

  expect([far.copies, other.begun]).toEqual([[copy], []])
  expect(await typesOf(sms)).toEqual(['possible_duplicate', 'sent'])
})

test('a message that may have left twice is sent and may have arrived, is not submitted again and not refunded', async () => {
  const sms = await texts.acceptOne(ada)
  await die('dead', { carrier: 'scripted' })
  await die('dead too', { carrier: 'scripted' })
  await texts.comeDue()
  const far = scripted()

  await texts.run(texts.openChannel([far]), 'b')

  expect(far.begun).toEqual([])
  expect(await texts.statusOf(sms.id)).toBe('sent')
  expect(await typesOf(sms)).toEqual(['possible_duplicate', 'unconfirmed'])
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test('a message that may have left is submitted again to a carrier that recognizes repetitions, and nothing is reported', async () => {
  const sms = await texts.acceptOne(ada)
  await die('dead', { carrier: 'scripted' })
  const far = scripted(undefined, { idempotent: true })

  await texts.run(texts.openChannel([far]), 'b')

  expect(far.copies).toEqual([copy])
  expect(await typesOf(sms)).toEqual(['sent'])
  expect(await texts.progress(sms.id)).toMatchObject({ doubts: 0 })
})

test('no message fails because of a crash: one that crashed many workers before it could leave is sent after a pause', async () => {
  const sms = await texts.acceptOne(ada)
  const pauses: number[] = []
  for (let life = 1; life <= 7; life++) {
    await texts.comeDue()
    await die(`life ${life}`)
    pauses.push((await texts.dueIn(sms.id)) ?? 0)
  }
  expect(await texts.progress(sms.id)).toMatchObject({ status: 'processing', held_by: null, crashes: 7 })
  const usual = [0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]
  pauses.forEach((ms, nth) => {
    const defaultMs = usual[nth] ?? 0
    expect(ms).toSatisfy(() => ms > defaultMs * 0.75 - 2_000 && ms <= defaultMs * 1.25)
  })
  const neighbour = await texts.acceptOne('+14155550101')
  const far = scripted()

  await texts.run(texts.openChannel([far]), 'b')
  expect(far.copies).toEqual(['+14155550101 1/1'])
  expect(await texts.statusOf(neighbour.id)).toBe('sent')
  await texts.comeDue()
  await texts.run(texts.openChannel([far]), 'b')

  expect(far.copies).toHaveLength(2)
  expect(await typesOf(sms)).toEqual(['sent'])
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test('no message fails because of a crash: one that may have left when many workers crashed is sent after a pause, to a carrier that recognizes it', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(undefined, { idempotent: true })
  for (let life = 1; life <= 6; life++) {
    await texts.comeDue()
    await die(`life ${life}`, { carrier: 'scripted', carriers: [far] })
  }
  expect(await texts.progress(sms.id)).toMatchObject({ submitting: true, doubts: 0, crashes: 6 })
  await texts.comeDue()

  await texts.run(texts.openChannel([far]), 'b')

  expect(far.copies).toEqual([copy])
  expect(await typesOf(sms)).toEqual(['sent'])
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test('messages that crashed several workers are taken a few at a time, and in the end each is sent', async () => {
  const messages = await texts.accept(Array.from({ length: 12 }, () => draftTo(texts.newNumber())))
  await die('first')
  await die('second')
  await texts.comeDue()
  const sizes: number[] = []
  for (const workerId of ['third', 'fourth', 'fifth']) {
    sizes.push((await texts.takeAs(workerId)).length)
    await texts.dead(workerId)
  }
  expect(sizes).toEqual([8, 4, 0])
  const far = scripted()

  await texts.comeDue()
  await texts.run(texts.openChannel([far]), 'b')

  expect(far.copies.toSorted()).toEqual(messages.map(({ draft }) => `${draft.to} 1/1`).toSorted())
})

test('a message that a living worker holds stays with it', async () => {
  const sms = await texts.acceptOne(ada)
  await texts.takeAs('a')
  const { token } = await texts.progress(sms.id)
  const far = scripted()

  expect(await texts.giveBackAbandoned()).toBe(0)
  await texts.comeDue()
  await texts.run(texts.openChannel([far]), 'b')

  expect(far.begun).toEqual([])
  expect(await texts.progress(sms.id)).toMatchObject({ held_by: 'a', token, due_at: null, crashes: 0 })
})

test('two workers at once submit each message once', async () => {
  const messages = await texts.accept(Array.from({ length: 600 }, () => draftTo(texts.newNumber())))
  const [one, two] = [scripted(), scripted()]
  await using _ = await texts.start(texts.openChannel([one]))
  await using __ = await texts.start(texts.openChannel([two], { database: texts.second }))

  await vi.waitFor(async () => expect(await countOf('sent')).toBe(600), { timeout: 10_000 })

  expect([...one.copies, ...two.copies].toSorted()).toEqual(messages.map(({ draft }) => `${draft.to} 1/1`).toSorted())
})

test('answers that are written while others take messages and look for dead workers all count, and each message leaves once', async () => {
  await texts.accept(Array.from({ length: 200 }, () => draftTo(texts.newNumber())))
  const far = scripted(undefined, { maxAtOnce: 100, afterSubmit: () => pause(Math.random() * 40) })
  const worker = texts.openChannel([far], { putBackAfterMs: 1 })
  const other = texts.openChannel([far], { database: texts.second, putBackAfterMs: 1 })

  await vi.waitFor(
    async () => {
      await Promise.all([texts.run(worker, 'a'), texts.giveBackAbandoned(), texts.run(other, 'b')])
      await Promise.all([texts.comeDue(), texts.giveBackAbandoned()])
      expect(await countOf('sent')).toBe(200)
    },
    { timeout: 10_000, interval: 1 },
  )

  expect(far.copies).toHaveLength(200)
})

test('a worker that was paused before the message could leave submits nothing when it wakes', async () => {
  const sms = await texts.acceptOne(ada)
  const asleep = gate()
  const zombie = scripted(undefined, { beforeMark: () => asleep.passed })
  const successor = scripted()
  const first = texts.run(texts.openChannel([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.begun).toHaveLength(1))
  await texts.dead('zombie')
  await texts.run(texts.openChannel([successor]), 'b')
  const before = await texts.progress(sms.id)

  asleep.open()
  await first

  expect([zombie.copies, successor.copies]).toEqual([[], [copy]])
  expect(await typesOf(sms)).toEqual(['sent'])
  expect(await texts.progress(sms.id)).toEqual(before)
})

test('a worker that was paused before the message could leave submits nothing when no worker holds it yet', async () => {
  const sms = await texts.acceptOne(ada)
  const asleep = gate()
  const zombie = scripted(undefined, { beforeMark: () => asleep.passed })
  const first = texts.run(texts.openChannel([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.begun).toHaveLength(1))
  await texts.dead('zombie')
  const { db } = texts.database
  await sql`update sms_progress set due_at = now() + interval '1 hour'`.execute(db)
  const before = await texts.progress(sms.id)

  asleep.open()
  await first

  expect(zombie.copies).toEqual([])
  expect(await texts.progress(sms.id)).toEqual(before)
})

test('a worker that wakes when another holds its message changes nothing, but its copy is known', async () => {
  const sms = await texts.acceptOne(ada)
  const asleep = gate()
  const zombie = scripted(() => taken({ carrierId: 'first', cost: '0.004' }), { afterSubmit: () => asleep.passed })
  const successor = scripted(() => taken({ carrierId: 'second', cost: '0.005' }))
  const first = texts.run(texts.openChannel([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.copies).toHaveLength(1))
  await texts.dead('zombie')
  await texts.run(texts.openChannel([successor]), 'b')

  asleep.open()
  await first

  expect([zombie.copies, successor.copies]).toEqual([[copy], [copy]])
  expect(await typesOf(sms)).toEqual(['possible_duplicate', 'sent'])
  const receipt = { carrier: 'scripted', sms: null, reply: 'DELIVRD', state: 'delivered' } as const
  await texts.receipts({ ...receipt, carrierId: 'first' })
  expect(await texts.detail(sms)).toMatchObject({ status: 'delivered', carrier_total_cost: 0.009 })
})

test('a zombie whose answer arrives before its message is taken again avoids the second copy and its report', async () => {
  const sms = await texts.acceptOne(ada)
  const asleep = gate()
  const zombie = scripted(undefined, { afterSubmit: () => asleep.passed })
  const first = texts.run(texts.openChannel([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.copies).toHaveLength(1))
  await texts.dead('zombie')
  asleep.open()
  await first
  const successor = scripted()

  await texts.run(texts.openChannel([successor]), 'b')

  expect(successor.begun).toEqual([])
  expect(await typesOf(sms)).toEqual(['sent'])
})

test('a zombie whose answer arrives before its successor has begun avoids the second copy', async () => {
  const sms = await texts.acceptOne(ada)
  const asleep = gate()
  const zombie = scripted(undefined, { afterSubmit: () => asleep.passed })
  const first = texts.run(texts.openChannel([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.copies).toHaveLength(1))
  await texts.dead('zombie')
  await die('dead too')
  asleep.open()
  await first
  const successor = scripted()
  await texts.comeDue()

  await texts.run(texts.openChannel([successor]), 'b')

  expect(successor.begun).toEqual([])
  expect(await texts.statusOf(sms.id)).toBe('sent')
})

const resultOf = (sms: SmsToSend, outcome: PartOutcome): Result => ({
  sms,
  conclusion: {
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
] as const)('a result with an old token is not stored: %s', async (_, outcome) => {
  const sms = await texts.acceptOne(ada)
  const old = await die('dead')
  const write = async () => {
    const before = await texts.progress(sms.id)
    const counted = await texts.database.transaction(tx => settle(tx, [resultOf(old, outcome)]))
    return [counted, before, await texts.progress(sms.id)]
  }

  const [givenBack, before, after] = await write()
  await texts.takeAs('b')
  const [inOtherHands, beforeThat, afterThat] = await write()

  expect([givenBack, inOtherHands]).toEqual([[false], [false]])
  expect([after, afterThat]).toEqual([before, beforeThat])
  expect(await typesOf(sms)).toEqual([])
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test.each([
  ['taken', taken(), ['sent'], ['sms -10']],
  ['rejected', rejected, ['failed'], ['sms -10', 'refund 10']],
] as const)('a result counts once, however often it is written: %s', async (_, outcome, types, ledger) => {
  const sms = await texts.acceptOne(ada)
  const [toSend] = await texts.takeAs('a')
  if (!toSend) throw new Error('nothing was taken')
  const write = () => texts.database.transaction(tx => settle(tx, [resultOf(toSend, outcome)]))

  expect([await write(), await write()]).toEqual([[true], [false]])

  expect(await typesOf(sms)).toEqual(types)
  expect(await texts.ledger(sms)).toEqual(ledger)
})

test('nothing happens to a message before it was accepted, whatever the clock of the worker says', async () => {
  const sms = await texts.acceptOne(ada)
  const slow = () => new Date(Date.now() - 3_600_000)

  await texts.run(texts.openChannel([scripted(() => taken({ state: 'delivered' }))], { clock: slow }))

  const { created_at, sent_at, delivered_at, events } = await texts.detail(sms)
  expect([sent_at, delivered_at, ...events.map(event => event.created_at)]).toEqual(Array(4).fill(created_at))
})

test('parts that a worker submitted before it ended are not submitted again', async () => {
  await texts.acceptOne(ada, { body: textOf(2) })
  const asleep = gate()
  const zombie = scripted(({ nth }) => (nth === 1 ? taken() : throttled), {
    takesParts: true,
    afterSubmit: () => asleep.passed,
  })
  const first = texts.run(texts.openChannel([zombie]), 'zombie')
  await vi.waitFor(() => expect(zombie.copies).toHaveLength(1))
  await texts.dead('zombie')
  await texts.takeAs('dead too')
  asleep.open()
  await first
  await texts.dead('dead too')
  const successor = scripted(undefined, { takesParts: true })
  await texts.comeDue()

  await texts.run(texts.openChannel([successor]), 'b')

  expect(successor.copies).toEqual([`${ada} 2/2`])
})

const writers: [string, (database: Database, messages: readonly SmsToSend[]) => Promise<unknown>][] = [
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
  ['doubts', (database, all) => database.transaction(tx => countDoubts(tx, all))],
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

test.each(writers)('%s of several messages is written in the common lock order', async (_, write) => {
  await texts.accept([draftTo(ada), draftTo(ada)])
  const [first, last] = (await texts.takeAs('a')).toSorted((a, b) => (a.smsId < b.smsId ? -1 : 1))
  if (!first || !last) throw new Error('nothing was taken')
  const carrier = 'scripted'
  await markSubmitting(texts.database.db, [
    { ...first, carrier },
    { ...last, carrier },
  ])
  const { counted, again } = counting(texts.database)
  const lock = (tx: Tx, { smsId }: SmsToSend) =>
    sql`select from sms_progress where sms_id = ${smsId} for update`.execute(tx)
  let writing: Promise<unknown> | undefined

  await texts.second.transaction(async tx => {
    await lock(tx, first)
    writing ??= write(counted, [last, first])
    await untilLockWait(tx)
    await lock(tx, last)
  })

  await writing
  expect(again()).toBe(0)
})
