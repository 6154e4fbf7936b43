import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { scripted } from '../deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from '../emails.fixture.ts'
import { cancelEmail, rescheduleEmail } from './change-schedule.ts'
import { releaseScheduled } from './release.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())
afterEach(() => mail.expectNothingStuck())

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const scheduled = (recipients: readonly string[], caller = mail.live) =>
  mail.acceptOne(recipients, { scheduledFor: inAnHour() }, caller)
const cancel = (id: string, caller = mail.live) =>
  mail.database.transaction(tx => cancelEmail(tx, caller, new Date(), id))
const move = (id: string, to: string, caller = mail.live) =>
  mail.database.transaction(tx => rescheduleEmail(tx, caller, new Date(), id, to))
const typesOf = async (id: string) => (await eventsOf(mail.database, id)).map(({ type }) => type)
const ledger = async (id: string) =>
  (await mail.database.db.selectFrom('credit_entries').select('credits').where('subject_id', '=', id).execute()).map(
    ({ credits }) => Number(credits),
  )

test('a canceled email is refunded and is never delivered', async () => {
  const email = await scheduled(['a@a.example', 'b@a.example'])
  const far = scripted()

  await cancel(email.id)
  await mail.database.db
    .updateTable('email_progress')
    .set({ scheduled_for: new Date(0) })
    .execute()
  await releaseScheduled(mail.database, () => new Date())
  await mail.run(mail.openChannel([far]))

  expect(await mail.statusOf(email.id)).toBe('canceled')
  expect((await mail.deliveriesOf(email.id)).map(({ state }) => state)).toEqual(['canceled', 'canceled'])
  expect((await ledger(email.id)).toSorted()).toEqual([-2, 2])
  expect(await typesOf(email.id)).toEqual(['email.scheduled', 'email.canceled'])
  expect(far.begun).toEqual([])
})

test('canceling twice has the same effect as once, at the same time or later', async () => {
  const email = await scheduled(['a@a.example'])

  await Promise.all([cancel(email.id), cancel(email.id), cancel(email.id)])
  await cancel(email.id)

  expect((await ledger(email.id)).toSorted()).toEqual([-1, 1])
  expect(await typesOf(email.id)).toEqual(['email.scheduled', 'email.canceled'])
})

test('an email in test mode is canceled without a refund', async () => {
  const email = await scheduled(['a@a.example'], mail.test)

  await cancel(email.id, mail.test)

  expect(await ledger(email.id)).toEqual([])
})

test('an email that is on its way can be neither canceled nor moved', async () => {
  const email = await mail.acceptOne(['a@a.example'])

  await expect(cancel(email.id)).rejects.toMatchObject({ code: 'invalid_state' })
  await expect(move(email.id, inAnHour())).rejects.toMatchObject({ code: 'invalid_state' })

  await mail.run(mail.openChannel([scripted()]))
  await expect(cancel(email.id)).rejects.toMatchObject({ code: 'invalid_state' })
})

test('a canceled email is not moved', async () => {
  const email = await scheduled(['a@a.example'])
  await cancel(email.id)

  await expect(move(email.id, inAnHour())).rejects.toMatchObject({ code: 'invalid_state' })
})

test.each(['not-an-id', '01a1ddc8-bd53-790b-a750-736b26f1f633'])('there is no email %s', async id => {
  await expect(cancel(id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(move(id, inAnHour())).rejects.toMatchObject({ code: 'not_found' })
})

test('an email of another environment cannot be canceled or moved', async () => {
  const email = await scheduled(['a@a.example'])

  await expect(cancel(email.id, mail.test)).rejects.toMatchObject({ code: 'not_found' })
  await expect(move(email.id, inAnHour(), mail.test)).rejects.toMatchObject({ code: 'not_found' })

  expect(await mail.statusOf(email.id)).toBe('scheduled')
})

test('a moved email is sent at its new time', async () => {
  const email = await scheduled(['a@a.example'])
  const far = scripted()
  const worker = mail.openChannel([far])

  await move(email.id, new Date(Date.now() + 7_200_000).toISOString())
  await releaseScheduled(mail.database, () => new Date())
  expect(await mail.statusOf(email.id)).toBe('scheduled')
  await move(email.id, new Date(Date.now() - 1_000).toISOString())
  await releaseScheduled(mail.database, () => new Date())
  await mail.run(worker)

  expect(far.copies).toEqual(['a@a.example'])
})

test('an email cannot be moved far into the past', async () => {
  const email = await scheduled(['a@a.example'])

  await expect(move(email.id, '2020-01-01T00:00:00Z')).rejects.toMatchObject({ code: 'validation_error' })
})
