/** From the request to the tables. */
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { buildApp } from '#http/app.ts'
import type { Handlers } from '#http/handler.ts'
import { openDatabase } from '#postgres/database.ts'
import { isPassing } from '#postgres/outages/outage.ts'
import { scripted } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { reportTaker } from '#resources/messages/returns/take.ts'
import { amazon, snsMessage, topic } from '#transports/sns/sns.fixture.ts'
import { createCallers } from '../../../testing/callers.ts'
import { eventsOf } from '../../../testing/events.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { sesCallbacks } from './ses-callbacks.ts'

const log = pino({ level: 'silent' })
let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())

function door(special: { topics?: string[]; get?: ReturnType<typeof amazon>['get'] } = {}, database = mail.database) {
  const { fastify } = buildApp({
    // `as`: only the callback is called.
    handlers: {} as Handlers,
    identify: async () => undefined,
    countRequest: () => {
      throw new Error('a callback has no caller')
    },
    isPassing,
    checkReady: async () => {},
    registry: new Registry(),
    log,
    publicUrl: 'https://mail.acme.test',
    callbacks: sesCallbacks({
      topics: [topic],
      secret: Buffer.alloc(32, 7),
      take: reportTaker({ database, clock: systemClock, log }),
      clock: systemClock,
      get: amazon().get,
      ...special,
    }),
  })
  return async (payload: Buffer) =>
    (await fastify.inject({ method: 'POST', url: '/callbacks/ses', payload })).statusCode
}

const complaintAbout = (emailId: string, address = 'ada@far.example') =>
  snsMessage({
    Message: JSON.stringify({
      notificationType: 'Complaint',
      mail: { source: 'shop@acme.test', headers: [{ name: 'Message-ID', value: `<${emailId}@acme.test>` }] },
      complaint: { complainedRecipients: [{ emailAddress: address }], complaintFeedbackType: 'abuse' },
    }),
  })

test('a complaint counts once, however often it is posted', async () => {
  const email = await mail.acceptOne(['bob@far.example', 'ada@far.example'])
  await mail.run(mail.openChannel([scripted(undefined, { accepted: 'sent' })]))
  const knock = door()
  const body = complaintAbout(email.id)

  expect([await knock(body), await knock(body)]).toEqual([200, 200])

  expect((await mail.deliveriesOf(email.id)).map(({ state }) => state)).toEqual(['sent', 'complained'])
  const complaints = (await eventsOf(mail.database, email.id)).filter(({ type }) => type === 'email.complained')
  expect(complaints).toEqual([
    { type: 'email.complained', data: { email_id: email.id, recipient: 'ada@far.example', feedback_type: 'abuse' } },
  ])
})

test('an unsigned post changes nothing', async () => {
  const email = await mail.acceptOne(['ada@far.example'])
  await mail.run(mail.openChannel([scripted()]))
  const forged = Buffer.from(complaintAbout('x').toString().replace('<x@', `<${email.id}@`))

  expect(await door()(forged)).toBe(401)
  expect(await mail.statusOf(email.id)).toBe('delivered')
})

test('without a topic the callback is closed', async () => {
  expect(await door({ topics: [] })(complaintAbout('x'))).toBe(404)
})

test('a body that is too large is not read', async () => {
  expect(await door()(Buffer.alloc(1024 * 1024 + 1, ' '))).toBe(413)
})

test('Amazon has to post again while there is no certificate, no database, or no end of the attempt', async () => {
  const email = await mail.acceptOne(['ada@far.example'])
  await mail.takeAs('worker')
  await using away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' })
  const body = complaintAbout(email.id)

  expect(await door({ get: () => Promise.reject(new Error('no answer')) })(body)).toBe(503)
  expect(await door({}, away)(body)).toBe(503)
  expect(await door()(body)).toBe(503)
})
