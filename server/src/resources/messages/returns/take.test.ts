/** From the socket to the tables: returned mail changes the state of an email, once. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { systemClock } from '#core/clock.ts'
import type { News, Notice } from '#core/returned-mail.ts'
import { openForeignText } from '#foreign-text/open.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { contactByEmail } from '#resources/audience/contacts/read.ts'
import { unsubscribeByMail } from '#resources/audience/unsubscribe/preferences.ts'
import { returnPath, unsubscribeMailbox } from '#resources/messages/domains/return-path.ts'
import { accepted, deferred, gate, scripted } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { openInboundMail } from '#setup/email/inbound-mail.ts'
import { handOver } from '#transports/inbound-mail/conversation.fixture.ts'
import { abuse, postfix, postfixDelay, postfixSuccess, powerMta } from '#transports/inbound-mail/reports.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { reportTaker, type TakeReport } from './take.ts'

const secret = Buffer.alloc(32, 7)
const log = pino({ level: 'silent' })
const opened = new AsyncDisposableStack()
const text = opened.use(openForeignText(log))
let mail: EmailFixture
let take: TakeReport
let port: number

const listen = async (database: Database) => {
  const settings = { inboundSmtpPort: 0, inboundSmtpHost: '127.0.0.1', host: 'localhost', hostname: 'mail.acme.test' }
  const listener = await openInboundMail(settings, {
    ...{ db: database.db, secret, log, take: takerOn(database), mail: text.mail },
    takeDomainReport: () => Promise.reject(new Error('no report about a domain')),
    unsubscribe: returned => database.transaction(tx => unsubscribeByMail(tx, returned, systemClock())),
  })
  if (!listener) throw new Error('a port was set')
  return listener
}
const takerOn = (database: Database) => reportTaker({ database, clock: systemClock, log })

beforeAll(async () => {
  mail = opened.use(await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers))
  take = takerOn(mail.database)
  port = opened.use(await listen(mail.database)).port
})
afterAll(() => opened.disposeAsync())
beforeEach(async () => {
  await mail.clear()
  await emptyTables(mail.database.db, 'email_stats')
})

/** An email that was sent, directly or through a relay. */
async function departed(recipients: readonly string[], status: 'sent' | 'delivered' = 'delivered', special = {}) {
  const email = await mail.acceptOne(recipients, special)
  await mail.run(mail.openChannel([scripted(undefined, { accepted: status })]))
  expect(await mail.statusOf(email.id)).toBe(status)
  return email
}

const pathOf = (emailId: string, nth = 0) => returnPath(secret, { emailId, nth, domain: 'bounces.acme.test' })

const returnedMail = (to: string, message: Buffer, at = port): Promise<string> => handOver(at, to, message)

const typesOf = async (id: string) => (await eventsOf(mail.database, id)).map(({ type }) => type)
const suppressed = async () =>
  await mail.database.db.selectFrom('suppressions').select(['email', 'reason', 'email_id']).execute()
const figures = async () =>
  (
    await sql`select sum(emails_delivered)::int as delivered, sum(recipients_delivered)::int as reached,
      sum(emails_bounced)::int as bounced, sum(emails_complained)::int as complained
      from email_stats where tag = ''`.execute(mail.database.db)
  ).rows[0]

const about = (address: string, news: News): Notice => ({ about: [address], news })
const unknownMailbox: News = { kind: 'bounced', bounce: 'unknown_mailbox', suppress: true, reply: '550 5.1.1 Unknown' }

test('a bounce that comes after delivery makes the email bounced and the address suppressed', async () => {
  const email = await departed(['ada@far.example'])

  expect(await returnedMail(pathOf(email.id), postfix)).toMatch(/^250/)

  expect(await mail.statusOf(email.id)).toBe('bounced')
  expect((await eventsOf(mail.database, email.id)).at(-1)).toEqual({
    type: 'email.bounced',
    data: {
      email_id: email.id,
      recipient: 'ada@far.example',
      bounce_class: 'unknown_mailbox',
      reply: '550 5.1.1 <ada@far.example>: Recipient address rejected: User unknown in virtual mailbox table',
    },
  })
  expect(await mail.delivery(email.id)).toMatchObject({ state: 'bounced', last_reply: expect.stringContaining('550') })
  expect(await suppressed()).toEqual([{ email: 'ada@far.example', reason: 'hard_bounce', email_id: email.id }])
  expect(await figures()).toEqual({ delivered: 1, reached: 1, bounced: 1, complained: 0 })
})

test('the same bounce again changes nothing and records no event', async () => {
  const email = await departed(['ada@far.example'])
  await Promise.all([1, 2, 3].map(() => returnedMail(pathOf(email.id), postfix)))

  expect(await returnedMail(pathOf(email.id).toUpperCase(), postfix)).toMatch(/^250/)

  expect((await typesOf(email.id)).filter(type => type === 'email.bounced')).toHaveLength(1)
  expect(await suppressed()).toHaveLength(1)
  expect(await figures()).toMatchObject({ bounced: 1 })
})

test('a complaint makes the email complained and the address suppressed', async () => {
  const email = await departed(['ada@far.example'])

  await returnedMail(pathOf(email.id), abuse)
  await returnedMail(pathOf(email.id), abuse)

  expect(await mail.statusOf(email.id)).toBe('complained')
  expect((await typesOf(email.id)).slice(3)).toEqual(['email.complained'])
  expect(await suppressed()).toEqual([{ email: 'ada@far.example', reason: 'complaint', email_id: email.id }])
  expect(await figures()).toMatchObject({ complained: 1, bounced: 0 })
})

test('a refusal by policy suppresses no address', async () => {
  const email = await departed(['ada@far.example'])

  await returnedMail(pathOf(email.id), powerMta)

  expect(await mail.statusOf(email.id)).toBe('bounced')
  expect(await suppressed()).toEqual([])
})

test('a bounce of one member of a mailing list does not suppress the list', async () => {
  const email = await departed(['team@far.example'])

  await returnedMail(pathOf(email.id), Buffer.from(postfix.toString().replaceAll('ada@', 'former-member@')))

  expect(await mail.statusOf(email.id)).toBe('bounced')
  expect(await suppressed()).toEqual([])
})

test('mail that a relay has accepted is delivered when a notice says so', async () => {
  const email = await departed(['ada@far.example'], 'sent')

  await returnedMail(pathOf(email.id), postfixSuccess)
  await returnedMail(pathOf(email.id), postfixSuccess)

  expect(await mail.statusOf(email.id)).toBe('delivered')
  expect(await typesOf(email.id)).toEqual(['email.processing', 'email.sent', 'email.delivered'])
  const { delivered_at } = await mail.database.db
    .selectFrom('email_progress')
    .select('delivered_at')
    .where('email_id', '=', email.id)
    .executeTakeFirstOrThrow()
  expect(delivered_at).toBeInstanceOf(Date)
  expect(await figures()).toMatchObject({ delivered: 1, reached: 1 })
})

test('a delay on the way is recorded once and changes no status', async () => {
  const email = await departed(['ada@far.example'], 'sent')

  await returnedMail(pathOf(email.id), postfixDelay)
  await returnedMail(pathOf(email.id), postfixDelay)

  expect(await mail.statusOf(email.id)).toBe('sent')
  expect((await typesOf(email.id)).slice(2)).toEqual(['email.delivery_delayed'])
  await returnedMail(pathOf(email.id), postfixSuccess)
  expect(await mail.statusOf(email.id)).toBe('delivered')
})

test('of several recipients only the one that came back changes', async () => {
  const email = await departed(['bob@far.example', 'ada@far.example'])

  await returnedMail(pathOf(email.id), postfix)

  expect((await mail.deliveriesOf(email.id)).map(one => one.state)).toEqual(['delivered', 'bounced'])
  expect(await mail.statusOf(email.id)).toBe('delivered')
  expect(await suppressed()).toMatchObject([{ email: 'ada@far.example' }])
})

test('when all recipients come back at once, the email has bounced, and counts once', async () => {
  const addresses = Array.from({ length: 8 }, (_, nth) => `${nth}@far.example`)
  const email = await departed(addresses, 'delivered', { tags: ['autumn'] })

  await Promise.all(
    addresses.map(address =>
      take({ subject: { emailId: email.id, nth: 0 }, notices: [about(address, unknownMailbox)] }),
    ),
  )

  expect(await mail.statusOf(email.id)).toBe('bounced')
  expect(await suppressed()).toHaveLength(8)
  expect(await figures()).toMatchObject({ bounced: 1 })
})

test('a bounce of one recipient and the end of an attempt for another, at the same time, leave the right status', async () => {
  for (let round = 0; round < 10; round++) {
    const email = await mail.acceptOne([`ada${round}@far.example`, `bob${round}@far.example`])
    await mail.run(mail.openChannel([scripted(address => (address.startsWith('bob') ? deferred : accepted))]))
    await mail.comeDue()
    const answer = gate()
    const far = scripted(() => answer.passed.then(() => accepted))
    const running = mail.run(mail.openChannel([far]))
    await vi.waitFor(() => expect(far.begun).toHaveLength(1))

    const notices = [about(`ada${round}@far.example`, unknownMailbox)]
    answer.open()
    await Promise.all([running, take({ subject: { emailId: email.id, nth: 0 }, notices })])

    expect((await mail.deliveriesOf(email.id)).map(({ state }) => state)).toEqual(['bounced', 'delivered'])
    expect(await mail.statusOf(email.id)).toBe('delivered')
  }
})

test('an address that we have not made is refused, and nothing changes', async () => {
  const email = await departed(['ada@far.example'])
  const path = pathOf(email.id)
  const forged = [
    returnPath(Buffer.alloc(32, 8), { emailId: email.id, nth: 0, domain: 'bounces.acme.test' }),
    path.replace(/.@/, found => (found === '0@' ? '1@' : '0@')),
    path.slice(1),
    `${email.id}@bounces.acme.test`,
  ]

  for (const address of forged) expect(await returnedMail(address, postfix)).toMatch(/^550/)
  expect(await typesOf(email.id)).toHaveLength(3)
  expect(await suppressed()).toEqual([])
})

test('a report about an email that does not exist changes nothing', async () => {
  expect(await returnedMail(pathOf('01900000-0000-7000-8000-000000000001'), postfix)).toMatch(/^250/)
  expect(await suppressed()).toEqual([])
})

test('a bounce that arrives a month after the email left changes nothing', async () => {
  const email = await departed(['ada@far.example'])
  await sql`update email_progress set sent_at = now() - interval '30 days 1 minute'`.execute(mail.database.db)

  expect(await returnedMail(pathOf(email.id), postfix)).toMatch(/^250/)

  expect(await mail.statusOf(email.id)).toBe('delivered')
  expect(await suppressed()).toEqual([])
})

test('a complaint counts however old the email is', async () => {
  const email = await departed(['ada@far.example'])
  await sql`update email_progress set sent_at = now() - interval '60 days'`.execute(mail.database.db)

  expect(await returnedMail(pathOf(email.id), abuse)).toMatch(/^250/)

  expect(await mail.statusOf(email.id)).toBe('complained')
  expect(await suppressed()).toMatchObject([{ email: 'ada@far.example', reason: 'complaint' }])
})

test('an email that was scheduled long before it left is not too old', async () => {
  const email = await departed(['ada@far.example'])
  await sql`update emails set created_at = now() - interval '90 days'`.execute(mail.database.db)

  await returnedMail(pathOf(email.id), postfix)

  expect(await mail.statusOf(email.id)).toBe('bounced')
})

test('reports change nothing in the test environment', async () => {
  const email = await mail.acceptOne(['ada@far.example'], {}, mail.test)
  await mail.run(mail.openChannel([scripted()]))

  expect(await returnedMail(pathOf(email.id), postfix)).toMatch(/^250/)

  expect(await mail.statusOf(email.id)).toBe('delivered')
})

test('a magic address never enters the suppression list', async () => {
  const email = await departed(['bounced@example.com'])

  await returnedMail(pathOf(email.id), postfix)
  const other = await departed(['complained@example.com'])
  await returnedMail(pathOf(other.id), abuse)

  expect([await mail.statusOf(email.id), await mail.statusOf(other.id)]).toEqual(['bounced', 'complained'])
  expect(await suppressed()).toEqual([])
})

test('a bounce that arrives before the end of its attempt is stored has to be sent again', async () => {
  const email = await mail.acceptOne(['ada@far.example'])
  await mail.takeAs('worker')

  expect(await returnedMail(pathOf(email.id), postfix)).toMatch(/^451/)
  expect(await typesOf(email.id)).toEqual(['email.processing'])

  await sql`update deliveries set held_by = null, state = 'delivered'`.execute(mail.database.db)
  expect(await returnedMail(pathOf(email.id), postfix)).toMatch(/^250/)
  expect(await mail.statusOf(email.id)).toBe('bounced')
})

test('while the database is away reports have to be sent again, and count then', async () => {
  const email = await departed(['ada@far.example'])
  await using away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' })
  await using listener = await listen(away)

  expect(await returnedMail(pathOf(email.id), postfix, listener.port)).toMatch(/^451/)
  expect(await returnedMail(pathOf(email.id), postfix)).toMatch(/^250/)

  expect(await mail.statusOf(email.id)).toBe('bounced')
})

test('a mail to the unsubscribe address unsubscribes the recipient of that copy, and nobody else', async () => {
  const email = await departed(['ada@far.example', 'bob@far.example'])
  const address = unsubscribeMailbox(secret, { emailId: email.id, nth: 1, domain: 'bounces.acme.test' })
  const request = Buffer.from('From: bob@far.example\r\nSubject: unsubscribe\r\n\r\n\r\n')

  expect(await returnedMail(address, request)).toMatch(/^250/)
  expect(await returnedMail(address, request)).toMatch(/^250/)
  // The seal of one address is not valid for the other.
  expect(await returnedMail(address.replace(/^u/, 'b'), request)).toMatch(/^550/)
  expect(await returnedMail(pathOf(email.id).replace(/^b/, 'u'), request)).toMatch(/^550/)

  const { db } = mail.database
  expect(await contactByEmail(db, email.environmentId, 'bob@far.example')).toMatchObject({ emailSubscribed: false })
  expect(await contactByEmail(db, email.environmentId, 'ada@far.example')).toBeUndefined()
  expect((await typesOf(email.id)).filter(type => type === 'email.unsubscribed')).toHaveLength(1)
})
