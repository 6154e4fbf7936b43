/** Messages that wait for the end of quiet hours. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { clockTimeAt } from '#core/zone.ts'
import { advanceClock } from '#resources/automation/test-clock/advance.ts'
import { findWaitingTotals } from '#resources/messages/explain/waits.ts'
import type { QuietHours } from '#resources/messages/quiet-hours/quiet-hours.ts'
import { setQuietHours } from '#resources/messages/quiet-hours/set.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { releaseScheduledSms } from '../later/release.ts'
import { openSmsFixture, type SmsFixture } from '../sms.fixture.ts'
import { scripted, throttled } from './scripted.fixture.ts'

let texts: SmsFixture
beforeAll(async () => {
  texts = await openSmsFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => texts[Symbol.asyncDispose]())
beforeEach(async () => {
  await texts.clear()
  await sql`update environments set clock_ahead_ms = 0`.execute(texts.database.db)
  await setHours(texts.live, { from: 21 * 60, to: 8 * 60 })
})
afterEach(() => texts.expectNothingStuck())

const setHours = (caller: Caller, hours: QuietHours | null) =>
  texts.database.transaction(tx => setQuietHours(tx, caller, hours))

const german = '+4915112345678'
const hour = 3_600_000
/** In Berlin it is half past eleven, in the evening and in the morning. */
const evening = { clock: () => new Date('2026-01-15T22:30:00Z') }
const morning = { clock: () => new Date('2026-01-16T10:30:00Z') }

test('a message that is accepted in quiet hours waits for their end and says so; then it is sent', async () => {
  const far = scripted()
  const sms = await texts.acceptOne(german)

  await texts.run(texts.openChannel([far], evening))

  expect(far.begun).toEqual([])
  const { status, waiting_for } = await texts.detail(sms)
  expect(status).toBe('processing')
  expect(waiting_for).toMatch(/^Waiting: quiet hours until 08:00 in Europe\/Berlin\. Next try at /)
  // The operator need not attend to it.
  expect(await findWaitingTotals(texts.database.db, 'sms', texts.live.environmentId)).toEqual([])
  expect(Math.round(((await texts.dueIn(sms.id)) ?? 0) / hour / 0.5) * 0.5).toBe(8.5)

  await texts.comeDue()
  await texts.run(texts.openChannel([far], morning))
  expect(far.begun).toHaveLength(1)
  expect(await texts.detail(sms)).not.toHaveProperty('waiting_for')
})

test('a message that is scheduled for the night waits until the morning', async () => {
  const far = scripted()
  const sms = await texts.acceptOne(german, { scheduled_for: '2099-01-01T00:00:00Z' })
  await texts.makeScheduledDue()

  await releaseScheduledSms(texts.database)
  await texts.run(texts.openChannel([far], evening))

  expect(far.begun).toEqual([])
  expect((await texts.detail(sms)).waiting_for).toMatch(/^Waiting: quiet hours until 08:00 in Europe\/Berlin\./)
})

test('by day, elsewhere, without quiet hours or exempt from them a message is sent at once', async () => {
  const far = scripted()
  await texts.acceptOne(german)
  await texts.run(texts.openChannel([far], morning))
  expect(far.begun).toHaveLength(1)

  await texts.acceptOne('+14155552671')
  await texts.acceptOne(german, { ignore_quiet_hours: true })
  await texts.run(texts.openChannel([far], evening))
  expect(far.begun.map(({ to }) => to).toSorted()).toEqual([german, german, '+14155552671'].toSorted())

  await setHours(texts.live, null)
  await texts.acceptOne(german)
  await texts.run(texts.openChannel([far], evening))
  expect(far.begun).toHaveLength(4)
})

test('a message that is deferred into the night waits until the morning, with all its tries left', async () => {
  const far = scripted(() => throttled)
  const sms = await texts.acceptOne(german)
  await texts.run(texts.openChannel([far], morning))
  await texts.comeDue()

  await texts.run(texts.openChannel([far], evening))

  expect(far.begun).toHaveLength(1)
  const { attempts, due_at, give_up_at } = await texts.progress(sms.id)
  expect([attempts, (give_up_at.getTime() - (due_at?.getTime() ?? 0)) / hour]).toEqual([1, 10])
})

test('a message that is not valid until the morning fails when its time ends, and is refunded', async () => {
  const far = scripted()
  const sms = await texts.acceptOne(german, { validity_seconds: 60 })
  const during = { clock: () => new Date(sms.createdAt.getTime() + 1_000) }
  const minute = Math.floor(clockTimeAt(sms.createdAt, 'Europe/Berlin') / 60_000) % 1_440
  await setHours(texts.live, { from: (minute + 1_380) % 1_440, to: (minute + 60) % 1_440 })

  await texts.run(texts.openChannel([far], during))
  expect((await texts.dueIn(sms.id)) ?? 0).toBeLessThanOrEqual(60_000)
  await texts.expire(sms.id)
  await texts.comeDue()
  await texts.run(texts.openChannel([far], during))

  expect(far.begun).toEqual([])
  expect(await texts.statusOf(sms.id)).toBe('failed')
  expect(await texts.ledger(sms)).toEqual(['sms -10', 'refund 10'].map(entry => entry.replace('10', '100')))
})

test('the clock of the test environment can be advanced to the morning', async () => {
  const far = scripted()
  const minute = Math.floor(clockTimeAt(new Date(), 'Europe/Berlin') / 60_000) % 1_440
  await setHours(texts.test, { from: (minute + 1_380) % 1_440, to: (minute + 120) % 1_440 })
  const sms = await texts.acceptOne(german, {}, texts.test)
  await texts.run(texts.openChannel([far]))
  expect(far.begun).toEqual([])

  await texts.database.transaction(tx => advanceClock(tx, texts.test, 3_600))
  await texts.run(texts.openChannel([far]))
  expect(far.begun).toEqual([])
  await texts.database.transaction(tx => advanceClock(tx, texts.test, 3_601))
  await texts.run(texts.openChannel([far]))

  expect(far.begun).toHaveLength(1)
  expect(await texts.statusOf(sms.id)).toBe('sent')
})

test('a message that is valid until after the quiet hours is sent, even if the clock passes both ends at once', async () => {
  const far = scripted()
  const minute = Math.floor(clockTimeAt(new Date(), 'Europe/Berlin') / 60_000) % 1_440
  await setHours(texts.test, { from: (minute + 1_380) % 1_440, to: (minute + 60) % 1_440 })
  const sms = await texts.acceptOne(german, { validity_seconds: 7_200 }, texts.test)
  await texts.run(texts.openChannel([far]))
  expect(far.begun).toEqual([])

  await texts.database.transaction(tx => advanceClock(tx, texts.test, 10_800))
  await texts.run(texts.openChannel([far]))

  expect(far.begun).toHaveLength(1)
  expect(await texts.statusOf(sms.id)).toBe('sent')
})
