/** Emails whose content is a submitted message: it is sent as it is. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { Replayed } from '#core/idempotency.ts'
import { Refusal } from '#core/refusal.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { openMessage } from '#transports/inbound-mail/open-message.ts'
import { compose } from '#transports/mime/compose.ts'
import { sign } from '#transports/mime/dkim.ts'
import type { Transmission } from '#transports/transport.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { scripted } from './deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from './emails.fixture.ts'
import { anyLinks } from './link-check.ts'
import { keepInside } from './outside/keep.ts'
import { readRaw } from './read/raw.ts'
import { emailReader, readEmails } from './read/read.ts'
import { type EmailSender, emailSender } from './send.ts'
import { toWireEmail, toWireListItem } from './wire.ts'

let mail: EmailFixture
let sender: EmailSender
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  sender = emailSender({
    ...{ database: mail.database, lookUps: mail.database.db, card: readRateCard(null), clock: systemClock },
    checkSender: async (_, domain) => ({ isAllowed: domain === 'acme.test', requiresTls: false }),
    links: anyLinks,
    renderTemplates: async () => [],
    keep: keepInside,
  })
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())

const request = { from: 'shop@acme.test', to: ['ada@a.example'], cc: [], bcc: ['eve@e.example'], subject: 'Hi' }
const message = Buffer.from('From: shop@acme.test\r\nX-Odd:   blanks  \r\nSubject: Hi\r\n\r\nGr\xfc\xdfe\r\n', 'latin1')

async function idOf(answer: ReturnType<EmailSender['submit']>): Promise<string> {
  const reply = await answer
  return (reply instanceof Replayed ? reply.reply : reply).id
}

/** What a worker passes to the transport. */
async function delivered(special: Parameters<EmailFixture['openChannel']>[1] = {}): Promise<Transmission[]> {
  const transport = scripted()
  await mail.run(mail.openChannel([transport], { compose, ...special }))
  return transport.begun
}

test('a message is sent byte for byte, after our Message-ID, Date and signature', async () => {
  const id = await idOf(sender.submit(mail.live, request, message, {}))
  const { privateKey } = generateKeyPairSync('ed25519')
  const keys = [{ domain: 'acme.test', selector: 's', privateKey }]
  const signing = { keys, returnPath: null, linkBase: '', unsubscribeMailbox: null }

  const [first, ...others] = await delivered({ sign, signingFor: async () => signing })

  const left = first?.message.toString('latin1') ?? ''
  expect(left.endsWith(message.toString('latin1'))).toBe(true)
  expect(left.slice(0, left.length - message.length)).toMatch(
    new RegExp(`^DKIM-Signature: v=1;[^]*\\r\\nMessage-ID: <${id}@acme.test>\\r\\nDate: [^\\r]+ \\+0000\\r\\n$`),
  )
  const all = [first, ...others].flatMap(one => one?.recipients ?? [])
  expect(all.toSorted()).toEqual(['ada@a.example', 'eve@e.example'])
})

test('a message keeps its own Message-ID and Date, every copy is the same, and answers show that Message-ID', async () => {
  const own = Buffer.concat([
    Buffer.from('Date: Tue, 17 Nov 2026 09:00:00 +0100\r\nMESSAGE-ID: <1@acme.test>\r\n'),
    message,
  ])
  const id = await idOf(sender.submit(mail.live, request, own, {}))
  const other = await idOf(sender.submit(mail.live, request, message, {}))

  expect((await delivered()).filter(one => one.message.equals(own))).toHaveLength(2)
  const { db } = mail.database
  expect(toWireEmail(await emailReader(db, { openMessage })(mail.live, id), null).message_id).toBe('1@acme.test')
  const listed = async (filters: object) =>
    (await readEmails(db, mail.live, { limit: 2, before: undefined }, filters)).map(
      row => toWireListItem(row).message_id,
    )
  const both = [`${other}@acme.test`, '1@acme.test']
  expect([await listed({}), await listed({ to: 'ada@a.example' }), await listed({ search: 'shop' })]).toEqual([
    ...[both, both, both],
  ])
})

test.each([
  ['both empty', 'Message-ID:\r\nDate: \r\n', undefined],
  ['one of them empty', 'Message-ID: \r\n \r\nMessage-ID: <1@acme.test>\r\nDate:\r\n', '1@acme.test'],
])('an empty Message-ID or Date counts as missing: %s', async (_, fields, own) => {
  const id = await idOf(sender.submit(mail.live, request, Buffer.concat([Buffer.from(fields), message]), {}))
  const messageId = own ?? `${id}@acme.test`

  const [left] = (await delivered()).map(one => `${one.message}`)

  expect(left?.match(/^Message-ID:.*/gim)).toEqual([`Message-ID: <${messageId}>`])
  expect(left?.match(/^Date:.*/gim)).toEqual([expect.stringMatching(/^Date: .*\d{4} .* \+0000$/)])
  const read = await emailReader(mail.database.db, { openMessage })(mail.live, id)
  expect(toWireEmail(read, null).message_id).toBe(messageId)
})

test('hidden recipients and commands to a relay are not sent', async () => {
  const secret =
    'BCC: eve@e.example,\r\n x@e.example\r\nReturn-Path: <a@b.co>\r\nX-SMTPAPI: {}\r\nX-SES-Source-ARN: x\r\n'
  const own = 'Date: x\r\nMessage-ID: <1@x>\r\n'
  await sender.submit(mail.live, request, Buffer.from(`${own}${secret}X-Own: bcc\r\n\r\nBcc: in the body\r\n`), {})

  expect((await delivered()).map(one => `${one.message}`)).toEqual(
    Array.from({ length: 2 }, () => `${own}X-Own: bcc\r\n\r\nBcc: in the body\r\n`),
  )
})

test('reading it shows the content, and the message as it is sent', async () => {
  const html = 'From: shop@acme.test\r\nDate: x\r\nMessage-ID: <1@x>\r\nContent-Type: text/html\r\n\r\n<p>Hello</p>\r\n'
  const id = await idOf(sender.submit(mail.live, request, Buffer.from(html), {}))
  const { db } = mail.database

  const read = await emailReader(db, { openMessage })(mail.live, id)

  expect(read).toMatchObject({ subject: 'Hi', html: '<p>Hello</p>\n', text: null, to: ['ada@a.example'] })
  expect(`${await readRaw({ db, compose }, mail.live, id)}`).toBe(html)
})

test('a sender that may not send from its domain is refused, and nothing is stored', async () => {
  const other = sender.submit(mail.live, { ...request, from: 'a@other.test' }, message, {})

  await expect(other).rejects.toMatchObject({ code: 'domain_not_verified' })
  expect(await mail.dueEmails()).toEqual([])
})

test('the rules for all emails apply: schedule, number of recipients, tags', async () => {
  const many = Array.from({ length: 51 }, (_, nth) => `r${nth}@a.example`)
  const refused = async (special: Partial<typeof request> & { scheduled_for?: string; tags?: string[] }) => {
    const error = await sender.submit(mail.live, { ...request, ...special }, message, {}).catch(one => one)
    return error instanceof Refusal ? error.code : error
  }

  expect(await refused({ to: many })).toBe('validation_error')
  expect(await refused({ scheduled_for: '2020-01-01T00:00:00Z' })).toBe('validation_error')
  expect(await refused({ tags: ['a\nb'] })).toBe('validation_error')
})

test('without anybody in To, all recipients get a copy and none is shown', async () => {
  const id = await idOf(sender.submit(mail.live, { ...request, to: [], bcc: ['eve@e.example'] }, message, {}))

  expect((await mail.deliveriesOf(id)).map(({ address }) => address)).toEqual(['eve@e.example'])
})

test('a repeated idempotency key makes one email and gets the same answer', async () => {
  const idempotency = { operation: 'submitEmail', key: 'once', requestHash: Buffer.alloc(32) }
  const ids = [
    await idOf(sender.submit(mail.live, request, message, { idempotency })),
    await idOf(sender.submit(mail.live, request, message, { idempotency })),
  ]

  expect(new Set(ids).size).toBe(1)
  expect(await mail.dueEmails()).toHaveLength(1)
})
