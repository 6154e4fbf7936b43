/** From the socket to the tables: mail to the mailboxes that anybody may write to. */
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { openForeignText } from '#foreign-text/open.ts'
import { returnPath, unsubscribeMailbox } from '#resources/messages/domains/return-path.ts'
import { addVerified } from '#resources/messages/domains/verified.fixture.ts'
import { scripted } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { openInboundMail } from '#setup/email/inbound-mail.ts'
import { handOver } from '#transports/inbound-mail/conversation.fixture.ts'
import type { InboundMail } from '#transports/inbound-mail/listener.ts'
import { abuse, forwardedComplaint } from '#transports/inbound-mail/reports.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { roleMailTaker } from './role-mail.ts'
import { reportTaker } from './take.ts'

const secret = Buffer.alloc(32, 7)
const lines: Record<string, unknown>[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
const opened = new AsyncDisposableStack()
const text = opened.use(openForeignText(log))
let mail: EmailFixture
let port: number

beforeAll(async () => {
  mail = opened.use(await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers))
  const { database } = mail
  await addVerified(database, mail.live.organizationId, 'acme.test')
})
afterAll(() => opened.disposeAsync())
// Each test has its own listener, whose counts start at zero.
let listener: InboundMail | undefined
beforeEach(async () => {
  lines.splice(0)
  await mail.clear()
  const { database } = mail
  const settings = { inboundSmtpPort: 0, inboundSmtpHost: '127.0.0.1', host: 'localhost', hostname: 'mail.acme.test' }
  listener = await openInboundMail(settings, {
    ...{ db: database.db, secret, log, mail: text.mail },
    take: reportTaker({ database, clock: systemClock, log }),
    takeDomainReport: () => Promise.reject(new Error('no report about a domain')),
    unsubscribe: async () => {},
  })
  if (!listener) throw new Error('a port was set')
  port = listener.port
})
afterEach(() => listener?.[Symbol.asyncDispose]())

async function departed(recipients: readonly string[] = ['ada@far.example']) {
  const email = await mail.acceptOne(recipients)
  await mail.run(mail.openChannel([scripted()]))
  return email.id
}

const named = (emailId: string, nth = 0) => ({ emailId, nth, domain: 'bounces.acme.test' })
/** The complaint about a message that contains nothing of ours except the given changes. */
const complaint = (...changes: readonly [string, string][]) =>
  Buffer.from(
    [...changes, ['b-0@bounces.acme.test', 'redacted@far.example'] as const].reduce(
      (all, [from, to]) => all.replaceAll(from, to),
      abuse.toString(),
    ),
  )
const suppressed = async () =>
  (await mail.database.db.selectFrom('suppressions').select(['email', 'reason']).execute()).map(Object.values)
const complaintsOf = async (id: string) =>
  (await eventsOf(mail.database, id)).filter(({ type }) => type === 'email.complained')

const own = '<01900000-0000-7000-8000-000000000001@acme.test>'

test.each([
  [
    'the address that it was sent from',
    (id: string) => [
      ['Original-Mail-From: <b-0@bounces.acme.test>', `Original-Mail-From: <${returnPath(secret, named(id))}>`],
    ],
  ],
  [
    'the return path of its copy',
    (id: string) => [
      ['Return-Path: <b-0@bounces.acme.test>', `Return-Path: <${returnPath(secret, named(id)).toUpperCase()}>`],
    ],
  ],
  [
    'the address to unsubscribe',
    (id: string) => [
      ['Subject: 550', `List-Unsubscribe: <mailto:${unsubscribeMailbox(secret, named(id))}?subject=x>\r\nSubject: 550`],
    ],
  ],
  ['its Message-ID', (id: string) => [[own, `<${id}@acme.test>`]]],
  [
    'its Feedback-ID alone',
    (id: string) => [
      [own, '<redacted@far.example>'],
      ['Subject: 550', `Feedback-ID: ${id}:topic:environment:broadcast:posthorn\r\nSubject: 550`],
    ],
  ],
] as const)('a complaint to fbl@ finds its email by %s', async (_what, changes) => {
  const id = await departed()
  const message = complaint(...(changes(id) as [string, string][]))

  expect(await handOver(port, 'fbl@bounces.acme.test', message)).toMatch(/^250/)
  expect(await handOver(port, 'Abuse@Bounces.Acme.Test', message)).toMatch(/^250/)

  expect(await mail.statusOf(id)).toBe('complained')
  expect(await complaintsOf(id)).toHaveLength(1)
  expect(await suppressed()).toEqual([['ada@far.example', 'complaint']])
})

test('a message that Microsoft forwards is a complaint, if it is ours', async () => {
  const id = await departed(['bob@far.example', 'ada@far.example'])
  const ours = Buffer.from(forwardedComplaint.toString().replace(own, `<${id}@acme.test>`))

  expect(await handOver(port, 'fbl@bounces.acme.test', forwardedComplaint)).toMatch(/^250/)
  expect(await suppressed()).toEqual([])
  expect(await handOver(port, 'fbl@bounces.acme.test', ours)).toMatch(/^250/)

  expect(await suppressed()).toEqual([['ada@far.example', 'complaint']])
})

test('of several recipients only the one that complains is suppressed', async () => {
  const id = await departed(['bob@far.example', 'ada@far.example'])

  await handOver(port, 'abuse@bounces.acme.test', complaint([own, `<${id}@acme.test>`]))

  expect(await suppressed()).toEqual([['ada@far.example', 'complaint']])
})

test('a complaint with a forged seal, and without a name of ours, changes nothing and is logged', async () => {
  const id = await departed()
  const forged = returnPath(Buffer.alloc(32, 8), named(id))

  const message = complaint(
    ['Original-Mail-From: <b-0@bounces.acme.test>', `Original-Mail-From: <${forged}>`],
    [own, '<x@y>'],
  )
  expect(await handOver(port, 'fbl@bounces.acme.test', message)).toMatch(/^250/)

  expect(await mail.statusOf(id)).toBe('delivered')
  expect(await suppressed()).toEqual([])
  expect(lines).toMatchObject([{ mailbox: 'fbl', domain: 'acme.test', msg: 'a complaint quotes no email of ours' }])
})

const letter = Buffer.from('From: Eve <eve@far.example>\r\nSubject: Who are you?\r\n\r\nHello.\r\n')

test.each([
  ['postmaster', null],
  ['Postmaster@mail.acme.test', null],
  ['postmaster@bounces.acme.test', 'acme.test'],
  ['abuse@bounces.acme.test', 'acme.test'],
])('a letter to %s is accepted, and logged with its sender and its subject', async (address, domain) => {
  expect(await handOver(port, address, letter, 'eve@far.example')).toMatch(/^250/)

  expect(lines).toMatchObject([
    { domain, from: 'eve@far.example', subject: 'Who are you?', msg: 'mail for the operator' },
  ])
  expect(lines[0]).not.toHaveProperty('leftOut')
})

test.each([
  'postmaster@acme.test',
  'postmaster@bounces.unknown.test',
  'postmaster@bounces',
  'postmaster@bounces.',
  'sales@bounces.acme.test',
  'postmaster+x@bounces.acme.test',
  'postmaster@bounces.bounces.acme.test',
  "postmaster@bounces.acme.test'--",
])('%s is not a mailbox here', async address => {
  expect(await handOver(port, address, letter)).toMatch(/^5[05]/)
})

test('a domain that nobody has verified has no mailboxes', async () => {
  const { database, live } = mail
  await addVerified(database, live.organizationId, 'later.test')
  await database.db.updateTable('domains').set({ verified_at: null }).where('name', '=', 'later.test').execute()

  expect(await handOver(port, 'postmaster@bounces.later.test', letter)).toMatch(/^550/)
})

test('of many letters a few are logged and the rest is counted', async () => {
  let now = 0
  const take = () => Promise.reject(new Error('no report'))
  const takeRoleMail = roleMailTaker({ secret, take, takeDomainReport: take, log, nowMs: () => now })
  const send = () =>
    takeRoleMail({ role: 'abuse', domain: null }, { kind: 'other', from: 'eve@far.example', subject: '' })

  for (let nth = 0; nth < 1_000; nth++) await send()
  now = 60_000
  await send()

  expect(lines).toHaveLength(11)
  expect(lines.at(-1)).toMatchObject({ leftOut: 990 })
})
