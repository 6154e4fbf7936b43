/** The analytics of a broadcast by hour and by receiver agree with its figures. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { accepted, unknownMailbox } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { listHours, listReceivers } from './analytics-store.ts'
import { type BroadcastFixture, deliverAll, openBroadcastFixture } from './broadcasts.fixture.ts'

let mail: EmailFixture
let fixture: BroadcastFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  fixture = openBroadcastFixture(mail)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(async () => {
  await mail.clear()
  await fixture.clear()
})

async function sendTo(...emails: string[]) {
  await mail.database.transaction(tx =>
    createContacts(
      tx,
      emails.map(email => ({ caller: mail.live, asked: { email }, now: systemClock() })),
    ),
  )
  const broadcast = await fixture.create()
  await fixture.send(broadcast)
  await fixture.step()
  await deliverAll(mail, fixture, address => (address === 'gone@gmail.com' ? unknownMailbox : accepted))
  return broadcast
}

test('hours and receivers add up to the figures of the broadcast', async () => {
  const broadcast = await sendTo('ada@gmail.com', 'gone@gmail.com', 'Eve@Hotmail.com', 'ada@acme.example')
  const { db } = mail.database
  // Opened by people, two hours apart.
  await sql`
    update email_progress p set human_opened_at = date_trunc('hour', now()) + case m.to_addresses[1] when 'ada@gmail.com' then interval '5 hours' else interval '7 hours' end
    from emails m where m.id = p.email_id and m.to_addresses[1] in ('ada@gmail.com', 'ada@acme.example')`.execute(db)

  const { figures } = await fixture.read(broadcast)
  const hours = await listHours(db, broadcast)
  const receivers = await listReceivers(db, broadcast)

  const sum = (rows: readonly { sent: number; delivered: number }[], name: 'sent' | 'delivered') =>
    rows.reduce((all, row) => all + row[name], 0)
  expect([figures.sent, figures.delivered, figures.bounced]).toEqual([4, 3, 1])
  // The time of a rejection is not stored.
  expect([sum(hours, 'sent'), sum(hours, 'delivered')]).toEqual([3, 3])
  expect([sum(receivers, 'sent'), sum(receivers, 'delivered')]).toEqual([4, 3])
  expect(hours.slice(-2).map(({ start, opened }) => [start.getUTCMinutes(), opened])).toEqual([
    [0, 1],
    [0, 1],
  ])
  expect(
    receivers.map(({ receiver, recipients, sent, delivered, bounced, opened }) => ({
      receiver,
      recipients,
      sent,
      delivered,
      bounced,
      opened,
    })),
  ).toEqual([
    { receiver: 'google', recipients: 2, sent: 2, delivered: 1, bounced: 1, opened: 1 },
    { receiver: 'other', recipients: 1, sent: 1, delivered: 1, bounced: 0, opened: 1 },
    { receiver: 'outlook', recipients: 1, sent: 1, delivered: 1, bounced: 0, opened: 0 },
  ])
})

test('the analytics of one broadcast show nothing of another', async () => {
  await sendTo('ada@gmail.com')
  const other = await fixture.create()

  expect(await listHours(mail.database.db, other)).toEqual([])
  expect(await listReceivers(mail.database.db, other)).toEqual([])
})
