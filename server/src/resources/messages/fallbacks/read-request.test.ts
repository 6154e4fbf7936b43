import type { EmailFallback } from '@posthorn/contract/messages/email-fallback'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { draftTo, type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { addNumber } from '#resources/messages/numbers/add.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { withFallbacks } from './read-request.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())

const sms = { from: '+15005550006', to: '+14155552671', body: 'Your code is 481 502.' }
const asked: EmailFallback = { sms, within: '10m' }
const plain = draftTo(['ada@example.com'])
const read = (fallback: EmailFallback, draft = plain, caller: Caller = mail.live) =>
  withFallbacks(mail.database.db, caller, [{ fallback }], [draft], (_, path) => path)
const without = (permission: 'sms:send' | 'contacts:read'): Caller => ({
  ...mail.live,
  permissions: new Set([...mail.live.permissions].filter(one => one !== permission)),
})
const pathsOf = async (reading: Promise<unknown>): Promise<string[]> => {
  const refusal = await reading.then(
    () => undefined,
    error => error,
  )
  return refusal?.details?.map(({ path }: { path: string }) => path) ?? []
}

test('a valid request becomes a draft; the default condition is delivered', async () => {
  const [draft] = await read(asked)

  expect(draft?.fallback).toMatchObject({ unless: 'delivered', withinSeconds: 600, sms: { ...sms, segments: 1 } })
})

test('only transactional email to one recipient can have a fallback, and opened needs tracking', async () => {
  const two = draftTo(['a@example.com', 'b@example.com'], { messageStream: 'broadcast' })

  expect(await pathsOf(read({ ...asked, unless: 'opened', within: '73h' }, two))).toEqual([
    'fallback',
    'fallback',
    'fallback.within',
    'fallback.unless',
  ])
  expect(await read({ ...asked, unless: 'opened', within: '72h' }, { ...plain, trackClicks: true })).toHaveLength(1)
})

test('a fallback needs the permission to send text messages', async () => {
  await expect(read(asked, plain, without('sms:send'))).rejects.toMatchObject({
    code: 'forbidden',
    sentence: expect.stringContaining('sms:send'),
  })
})

test('a fallback that POST /v1/sms would refuse is refused with the email, at its path', async () => {
  const batch = withFallbacks(
    mail.database.db,
    mail.live,
    [{}, { fallback: { ...asked, sms: { ...sms, to: sms.from } } }],
    [plain, plain],
    (index, path) => `${index}.${path}`,
  )

  expect(await pathsOf(batch)).toEqual(['1.fallback.sms.to'])
  expect(await pathsOf(read({ ...asked, sms: { ...sms, from: 'Stranger' } }))).toEqual(['fallback.sms.from'])
  await expect(read({ ...asked, sms: { ...sms, body: 'a'.repeat(1_601) } })).rejects.toMatchObject({
    code: 'message_too_long',
    details: [{ path: 'fallback.sms.body' }],
  })
})

test('without a number the contact’s is used, for keys that may read contacts; an opted-out number is refused', async () => {
  const { environmentId } = mail.live
  const { to: _, ...unnamed } = sms
  await expect(read({ ...asked, sms: unnamed })).rejects.toMatchObject({ code: 'validation_error' })
  const contact = { email: 'ada@example.com', phone_number: '+14155552672' }
  const [created] = await mail.database.transaction(tx =>
    createContacts(tx, [{ caller: mail.live, now: new Date(), asked: contact }]),
  )

  const [draft] = await read({ ...asked, sms: unnamed })
  expect(draft?.fallback?.sms.to).toBe('+14155552672')
  await expect(read({ ...asked, sms: unnamed }, plain, without('contacts:read'))).rejects.toMatchObject({
    code: 'forbidden',
    sentence: expect.stringContaining('contacts:read'),
  })
  await mail.database.db
    .updateTable('contacts')
    .set({ sms_subscribed: false })
    .where('environment_id', '=', environmentId)
    .execute()
  await expect(read({ ...asked, sms: unnamed })).rejects.toMatchObject({
    code: 'recipient_opted_out',
    details: [{ path: 'fallback.sms.to' }],
  })
  expect(created).toBeDefined()
})

test('the number of another organization is refused at the sender', async () => {
  const { organizationId } = await createCallers(mail.database)
  const number = '+14155550199'
  await mail.database.transaction(tx => addNumber(tx, new Date(), { organizationId, number }))

  await expect(read({ ...asked, sms: { ...sms, from: number } })).rejects.toMatchObject({
    code: 'forbidden',
    details: [{ path: 'fallback.sms.from' }],
  })
})
