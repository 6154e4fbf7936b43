/** Messages with a validity period. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { openSmsFixture, type SmsFixture } from '../sms.fixture.ts'
import { oneAfterTheOther, scripted, taken, throttled, unanswered } from './scripted.fixture.ts'

let texts: SmsFixture
beforeAll(async () => {
  texts = await openSmsFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => texts[Symbol.asyncDispose]())
beforeEach(() => texts.clear())
afterEach(() => texts.expectNothingStuck())

const aMinute = { validity_seconds: 60 }
const reason = 'Its validity period ended before it could be submitted.'
const acceptOne = (special: { validity_seconds?: number } = aMinute) => texts.acceptOne(texts.newNumber(), special)

test('the carrier is told the end of the validity period and the seconds that are left', async () => {
  const far = scripted()
  const sms = await acceptOne()

  await texts.run(texts.openChannel([far]))

  const [{ validity } = {}] = far.begun
  expect(validity?.until).toEqual(new Date(sms.createdAt.getTime() + 60_000))
  expect(validity?.seconds).toBeGreaterThan(30)
  expect(validity?.seconds).toBeLessThanOrEqual(60)
  expect(await texts.statusOf(sms.id)).toBe('sent')
})

test('without a validity period the carrier gets none, and a message that was never tried is tried once, however late', async () => {
  const far = scripted()
  const sms = await acceptOne({})
  await texts.expire(sms.id)

  await texts.run(texts.openChannel([far]))

  expect(far.begun.map(({ validity }) => validity)).toEqual([undefined])
  expect(await texts.statusOf(sms.id)).toBe('sent')
})

test('a message that has not left by then never leaves: it fails with the reason, and the credits are refunded', async () => {
  const far = scripted()
  const sms = await acceptOne()
  await texts.expire(sms.id)

  await texts.run(texts.openChannel([far]))

  expect(far.begun).toEqual([])
  const { status, events } = await texts.detail(sms)
  expect([status, events.map(({ type, data }) => [type, data.reason])]).toEqual(['failed', [['failed', reason]]])
  expect(await texts.ledger(sms)).toEqual(['sms -10', 'refund 10'])
})

test('a message that is too late only when its turn comes does not leave either', async () => {
  const far = scripted()
  const sms = await acceptOne()

  await texts.run(texts.openChannel([far], { clock: () => new Date(Date.now() + 61_000) }))

  expect(far.begun).toEqual([])
  const { status, events } = await texts.detail(sms)
  expect([status, events.map(({ type, data }) => [type, data.reason])]).toEqual(['failed', [['failed', reason]]])
  expect(await texts.ledger(sms)).toEqual(['sms -10', 'refund 10'])
})

test('a deferred message is taken again when its time ends, and not tried then', async () => {
  const far = scripted(() => throttled)
  const sms = await acceptOne()
  const schedule = { firstMs: 3_600_000, maxMs: 3_600_000, jitter: 0, giveUpAfterMs: 36_000_000 }
  const worker = texts.openChannel([far], { schedule })

  await texts.run(worker)
  const dueIn = await texts.dueIn(sms.id)
  await texts.expire(sms.id)
  await texts.comeDue()
  await texts.run(worker)

  expect(dueIn).toBeLessThanOrEqual(60_000)
  expect(far.begun).toHaveLength(1)
  expect((await texts.detail(sms)).events.map(({ type }) => type)).toEqual(['delivery_delayed', 'failed'])
  expect(await texts.ledger(sms)).toEqual(['sms -10', 'refund 10'])
})

test('a message that may have left in time is not marked as failed', async () => {
  const far = scripted(oneAfterTheOther(unanswered, () => taken()))
  const sms = await acceptOne()
  const worker = texts.openChannel([far])

  await texts.run(worker)
  await texts.expire(sms.id)
  await texts.comeDue()
  await texts.run(worker)

  expect(far.begun).toHaveLength(1)
  const { status, events } = await texts.detail(sms)
  expect([status, events.at(-1)?.type]).toEqual(['sent', 'unconfirmed'])
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test('a message that is valid for a week is tried for a week', async () => {
  const sms = await acceptOne({ validity_seconds: 604_800 })

  const { give_up_at } = await texts.progress(sms.id)

  expect(give_up_at.getTime() - sms.createdAt.getTime()).toBe(604_800_000)
  await texts.run(texts.openChannel([scripted()]))
})
