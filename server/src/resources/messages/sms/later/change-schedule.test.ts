import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { openSmsFixture, ours, type SmsFixture } from '../sms.fixture.ts'
import { scripted } from '../submit/scripted.fixture.ts'
import { cancelSms, rescheduleSms } from './change-schedule.ts'
import { releaseScheduledSms } from './release.ts'

let texts: SmsFixture
beforeAll(async () => {
  texts = await openSmsFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => texts[Symbol.asyncDispose]())
beforeEach(() => texts.clear())
afterEach(() => texts.expectNothingStuck())

const ada = '+14155550100'
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const scheduled = (special: object = {}, caller = texts.live) =>
  texts.acceptOne(ada, { scheduled_for: inHours(1), ...special }, caller)
const cancel = (id: string, caller = texts.live) =>
  texts.database.transaction(tx => cancelSms(tx, caller, new Date(), id))
const move = (id: string, to: string, caller = texts.live) =>
  texts.database.transaction(tx => rescheduleSms(tx, caller, new Date(), id, to))
const typesOf = async (id: string) => (await eventsOf(texts.database, id)).map(({ type }) => type)

test('a canceled message is refunded and never leaves', async () => {
  const sms = await scheduled()
  const far = scripted()

  await cancel(sms.id)
  await texts.database.db
    .updateTable('sms_progress')
    .set({ scheduled_for: new Date(0) })
    .execute()
  await releaseScheduledSms(texts.database)
  await texts.run(texts.openChannel([far]))

  expect(await texts.detail(sms)).toMatchObject({ status: 'canceled', sent_at: null, credits_consumed: 0 })
  expect(await texts.ledger(sms)).toEqual(['sms -10', 'refund 10'])
  expect(await typesOf(sms.id)).toEqual(['sms.scheduled', 'sms.canceled'])
  expect(far.copies).toEqual([])
})

test('canceling twice has the same effect as once, at the same time or later', async () => {
  const sms = await scheduled()

  await Promise.all([cancel(sms.id), cancel(sms.id), cancel(sms.id)])
  await cancel(sms.id)

  expect(await texts.ledger(sms)).toEqual(['sms -10', 'refund 10'])
  expect(await typesOf(sms.id)).toEqual(['sms.scheduled', 'sms.canceled'])
})

test('a message of test mode is canceled without a refund', async () => {
  const sms = await scheduled({}, texts.test)

  await cancel(sms.id, texts.test)

  expect(await texts.ledger(sms)).toEqual([])
  expect(await texts.detail(sms, texts.test)).toMatchObject({ status: 'canceled', credits_consumed: 10 })
})

test('a message that is on its way, has left or came in can be neither canceled nor moved', async () => {
  const sms = await texts.acceptOne(ada)
  const refused = { code: 'invalid_state' }

  await expect(cancel(sms.id)).rejects.toMatchObject(refused)
  await expect(move(sms.id, inHours(1))).rejects.toMatchObject(refused)

  await texts.run(texts.openChannel([scripted()]))
  await expect(cancel(sms.id)).rejects.toMatchObject({ ...refused, message: expect.stringContaining('this one is') })
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test('a canceled message is not moved', async () => {
  const sms = await scheduled()
  await cancel(sms.id)

  await expect(move(sms.id, inHours(1))).rejects.toMatchObject({ code: 'invalid_state' })
})

test.each(['not-an-id', '01a1ddc8-bd53-790b-a750-736b26f1f633'])('there is no message %s', async id => {
  await expect(cancel(id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(move(id, inHours(1))).rejects.toMatchObject({ code: 'not_found' })
})

test('a message of another environment cannot be canceled or moved', async () => {
  const sms = await scheduled()

  await expect(cancel(sms.id, texts.test)).rejects.toMatchObject({ code: 'not_found' })
  await expect(move(sms.id, inHours(1), texts.test)).rejects.toMatchObject({ code: 'not_found' })

  expect(await texts.statusOf(sms.id)).toBe('scheduled')
})

test('a moved message leaves at its new time', async () => {
  const sms = await scheduled()
  const far = scripted()
  const worker = texts.openChannel([far])

  const later = inHours(2)
  expect(await move(sms.id, later)).toBe(later.replace('Z', '000Z'))
  await releaseScheduledSms(texts.database)
  expect(await texts.detail(sms)).toMatchObject({ status: 'scheduled', scheduled_for: later })
  await move(sms.id, new Date(Date.now() - 1_000).toISOString())
  await releaseScheduledSms(texts.database)
  await texts.run(worker)

  expect(far.copies).toHaveLength(1)
})

test.each([
  ['a short one', 60],
  ['one that is longer than we usually try', 604_800],
])(
  'a validity period begins with the time of the message, also after it was moved: %s',
  async (_, validity_seconds) => {
    const sms = await scheduled({ validity_seconds })
    const ends = async () => {
      const { valid_until } = await texts.database.db
        .selectFrom('sms')
        .select('valid_until')
        .where('id', '=', sms.id)
        .executeTakeFirstOrThrow()
      return [valid_until?.getTime(), (await texts.progress(sms.id)).give_up_at.getTime()]
    }
    const after = (from: string) => Array(2).fill(Date.parse(from) + validity_seconds * 1_000)
    expect(await ends()).toEqual(after(sms.draft.scheduledFor ?? ''))

    const to = inHours(50)
    await move(sms.id, to)

    expect(await ends()).toEqual(after(to))
  },
)

test('the last possible moment can be asked for, also with a validity period', async () => {
  const sms = await scheduled({
    scheduled_for: '9999-12-31T23:59:59.999999999Z',
    validity_seconds: 604_800,
    from: ours,
  })

  expect(await texts.detail(sms)).toMatchObject({ scheduled_for: '9999-12-31T23:59:59.999Z' })
})

test('a message cannot be moved far into the past', async () => {
  const sms = await scheduled()

  await expect(move(sms.id, '2020-01-01T00:00:00Z')).rejects.toMatchObject({ code: 'validation_error' })
})
