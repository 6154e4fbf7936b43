/** Every operation that changes consent writes a ledger entry with its source in the same transaction. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import type { Member } from '#core/visitor.ts'
import type { Tx } from '#postgres/database.ts'
import { changeContact } from '#resources/audience/contacts/change.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { importContacts } from '#resources/audience/contacts/import.ts'
import { setMembership } from '#resources/audience/contacts/membership.ts'
import { upsertContact } from '#resources/audience/contacts/upsert.ts'
import { createSuppressions } from '#resources/audience/suppressions/create.ts'
import { removeSuppression } from '#resources/audience/suppressions/remove.ts'
import { suppressEach } from '#resources/audience/suppressions/suppress.ts'
import { removeTopic } from '#resources/audience/topics/change.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { savePreferences, unsubscribe, unsubscribeByMail } from '#resources/audience/unsubscribe/preferences.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { addNumber } from '#resources/messages/numbers/add.ts'
import { optOut } from '#resources/messages/opt-outs/change.ts'
import { acceptSms } from '#resources/messages/sms/accept.ts'
import { receiveSms } from '#resources/messages/sms/inbound/receive.ts'
import { card, draftTo, ours } from '#resources/messages/sms/sms.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { readConsent } from './read.ts'
import { verifyConsent } from './verify.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  const { organizationId } = mail.live
  await mail.database.transaction(tx => addNumber(tx, new Date(), { organizationId, number: ours }))
})
afterAll(() => mail[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
const doing = <T>(work: (tx: Tx) => Promise<T>) => mail.database.transaction(work)
let people = 0
const newAddress = () => `person-${++people}@people.example`
const newNumber = () => `+1415555${String(++people).padStart(4, '0')}`

/** Oldest first, without the source object. */
async function ledgerOf({ email = null, number = null }: { email?: string | null; number?: string | null }) {
  const { environmentId } = mail.live
  const whose = { environmentId, email, phoneNumber: number }
  const entries = await readConsent(mail.database.db, whose, { limit: 100, before: undefined })
  return entries.toReversed().map(one => `${one.channel} ${one.scope} ${one.action} ${one.method}`)
}
const last = async (email: string) => {
  const whose = { environmentId: mail.live.environmentId, email, phoneNumber: null }
  return (await readConsent(mail.database.db, whose, { limit: 1, before: undefined }))[0]
}
async function contact(email: string, more: object = {}) {
  const [created] = await doing(tx => createContacts(tx, [{ caller: mail.live, asked: { email, ...more }, now }]))
  if (!created || created instanceof Refusal) throw new Error('refused')
  return created
}
async function broadcastTo(address: string, topicId: string | null = null) {
  const email = await mail.acceptOne([address], { messageStream: 'broadcast', topicId })
  return { environmentId: email.environmentId, emailId: email.id, nth: 0 }
}

test('creating, changing and upserting a contact, by API key and by person', async () => {
  const [email, number] = [newAddress(), newNumber()]
  const { id } = await contact(email, { phone_number: number })
  // `as`: the parts of a member that are used.
  const member = { ...mail.live, person: { id } } as Member
  await doing(tx => changeContact(tx, member, now, id, { email_subscribed: false, first_name: 'Ada' }))
  await doing(tx => changeContact(tx, member, now, id, { first_name: 'Augusta' }))
  await doing(tx => upsertContact(tx, mail.live, now, { email, email_subscribed: true, sms_subscribed: false }))

  expect(await ledgerOf({ email })).toEqual([
    'email channel given api_key',
    'email channel withdrawn person',
    'email channel given api_key',
  ])
  expect(await ledgerOf({ number })).toEqual(['sms channel given api_key', 'sms channel withdrawn api_key'])
  expect(await last(email)).toMatchObject({ sourceId: mail.live.keyId, ip: null })
})

test('imported rows, new and existing', async () => {
  const [fresh, known] = [newAddress(), newAddress()]
  await contact(known)
  const rows = [{ email: fresh }, { email: known, email_subscribed: false }]
  await doing(tx => importContacts(tx, mail.live, now, rows))
  await doing(tx => importContacts(tx, mail.live, now, rows))

  expect(await ledgerOf({ email: fresh })).toEqual(['email channel given import'])
  expect(await ledgerOf({ email: known })).toEqual(['email channel given api_key', 'email channel withdrawn import'])
})

test('topics of new and existing contacts; without an address they are kept under the number', async () => {
  const topic = await doing(tx => createTopic(tx, mail.live, now, { name: 'News', is_default_topic: true }))
  const [email, number] = [newAddress(), newNumber()]
  const { id } = await contact(email)
  await doing(tx => createContacts(tx, [{ caller: mail.live, asked: { phone_number: number }, now }]))
  for (const subscribed of [false, false, true])
    await doing(tx => setMembership(tx, mail.live, now, { contactId: id, topicId: topic.id, subscribed }))
  await doing(tx => removeTopic(tx, mail.live, topic.id))

  expect(await ledgerOf({ email })).toEqual([
    'email channel given api_key',
    'email topic given api_key',
    'email topic withdrawn api_key',
    'email topic given api_key',
  ])
  expect(await ledgerOf({ number })).toEqual(['sms channel given api_key', 'sms topic given api_key'])
})

test('one-click and page unsubscribes, with the reader’s IP address', async () => {
  const [email, stranger] = [newAddress(), newAddress()]
  await contact(email)
  const [copy, other] = [await broadcastTo(email), await broadcastTo(stranger)]
  await doing(tx => unsubscribe(tx, copy, { method: 'one_click', ip: '203.0.113.7' }, now))
  await doing(tx => savePreferences(tx, copy, { isSubscribed: true, ip: '203.0.113.8' }, now))
  await doing(tx => unsubscribeByMail(tx, other, now))

  expect(await ledgerOf({ email })).toEqual([
    'email channel given api_key',
    'email channel withdrawn one_click',
    'email channel given unsubscribe_link',
  ])
  expect(await last(email)).toMatchObject({ sourceId: copy.emailId, ip: '203.0.113.8' })
  expect(await ledgerOf({ email: stranger })).toEqual(['email channel withdrawn unsubscribe_mail'])
})

test('STOP and START, of a contact and of an unknown number; repeating one records no change', async () => {
  const [known, unknown] = [newNumber(), newNumber()]
  await doing(tx => createContacts(tx, [{ caller: mail.live, asked: { phone_number: known }, now }]))
  for (const number of [known, unknown])
    for (const body of ['STOP', 'stop', 'START', 'START']) {
      const message = { carrier: 'smpp', carrierId: null, from: number, to: ours, body, mediaUrls: [] }
      await doing(tx => receiveSms(tx, card, message, new Date()))
    }
  // Creating a contact with a stopped number changes nothing.
  const stopped = newNumber()
  await doing(tx => optOut(tx, { environmentId: mail.live.environmentId, number: stopped, at: now }))
  await doing(tx => createContacts(tx, [{ caller: mail.live, asked: { phone_number: stopped }, now }]))

  const said = ['sms channel withdrawn sms_keyword', 'sms channel given sms_keyword']
  expect(await ledgerOf({ number: known })).toEqual(['sms channel given api_key', ...said])
  expect(await ledgerOf({ number: unknown })).toEqual(said)
  expect(await ledgerOf({ number: stopped })).toEqual([])
})

test('the suppression list, for entries that concern consent', async () => {
  const [complained, left, bounced] = [newAddress(), newAddress(), newAddress()]
  const { environmentId } = mail.live
  const emailId = '01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33'
  const entry = (email: string, reason: 'complaint' | 'hard_bounce') => ({
    environmentId,
    email,
    reason,
    emailId,
    at: now,
  })
  await doing(tx => suppressEach(tx, [entry(complained, 'complaint'), entry(bounced, 'hard_bounce')]))
  await doing(tx => suppressEach(tx, [entry(complained, 'complaint')]))
  const asked = { email: left, reason: 'unsubscribe' } as const
  await doing(tx => createSuppressions(tx, [{ caller: mail.live, asked, now }]))
  for (const email of [complained, left, bounced]) await doing(tx => removeSuppression(tx, mail.live, now, email))

  expect(await ledgerOf({ email: complained })).toEqual([
    'email suppression_list withdrawn complaint',
    'email suppression_list given api_key',
  ])
  expect(await ledgerOf({ email: left })).toEqual([
    'email suppression_list withdrawn api_key',
    'email suppression_list given api_key',
  ])
  expect(await ledgerOf({ email: bounced })).toEqual([])
})

test('a refusal for lack of consent cites its entry, in email events and to the sender of a text message', async () => {
  const [email, number] = [newAddress(), newNumber()]
  await contact(email, { email_subscribed: false })
  await doing(tx =>
    createContacts(tx, [{ caller: mail.live, asked: { phone_number: number, sms_subscribed: false }, now }]),
  )
  const { emailId } = await broadcastTo(email)
  const [refusal] = await doing(tx =>
    acceptSms(tx, card, [{ caller: mail.live, draft: draftTo(number), now: new Date() }]),
  )

  const [entry] = [await last(email)]
  expect(await eventsOf(mail.database, emailId)).toMatchObject([
    {
      type: 'email.suppressed',
      data: {
        reason: `The contact is not subscribed. Consent was withdrawn by an API key on 2026-11-15 12:00 UTC (consent entry ${entry?.id}).`,
      },
    },
  ])
  expect(refusal).toMatchObject({ code: 'recipient_opted_out', message: expect.stringContaining('consent entry') })
})

test('all chains verify', async () => {
  const { faults, entries } = await verifyConsent(mail.database.db, mail.live.environmentId)

  expect([faults, entries > 20]).toEqual([[], true])
})
