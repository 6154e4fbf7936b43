/** From the request to the tables. */
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { buildApp } from '#http/app.ts'
import type { Handlers } from '#http/handler.ts'
import { isPassing } from '#postgres/outages/outage.ts'
import { scripted } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { reportTaker } from '#resources/messages/returns/take.ts'
import {
  fromMailgun,
  fromPostmark,
  fromResend,
  fromSendgrid,
  mailgunKey,
  postmarkPassword,
  resendSecret,
  sendgridKey,
} from '#transports/providers/providers.fixture.ts'
import { createCallers } from '../../../testing/callers.ts'
import { eventsOf } from '../../../testing/events.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { parseConfig } from '../config.ts'
import { providerCallbacks } from './provider-callbacks.ts'

const log = pino({ level: 'silent' })
let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())

const all = {
  POSTHORN_MAILGUN_SIGNING_KEY: mailgunKey,
  POSTHORN_POSTMARK_PASSWORD: postmarkPassword,
  POSTHORN_SENDGRID_PUBLIC_KEY: sendgridKey,
  POSTHORN_RESEND_SIGNING_SECRET: resendSecret,
}

function door(environment: Record<string, string> = all) {
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
    callbacks: providerCallbacks(parseConfig(environment), {
      take: reportTaker({ database: mail.database, clock: systemClock, log }),
      clock: systemClock,
    }),
  })
  return async (name: string, { headers, body }: { headers: Record<string, string>; body: Buffer }) =>
    (await fastify.inject({ method: 'POST', url: `/callbacks/${name}`, headers, payload: body })).statusCode
}

const at = () => String(Math.floor(Date.now() / 1_000))
const complaintFrom = {
  mailgun: (id: string) => fromMailgun({ event: 'complained' }, { id, at: at() }),
  postmark: (id: string) => fromPostmark({ RecordType: 'SpamComplaint', Email: 'ada@far.example' }, { id }),
  sendgrid: (id: string) => fromSendgrid([{ event: 'spamreport' }], { id }),
  resend: (id: string) => fromResend('email.complained', {}, { id, at: at() }),
}
const names = ['mailgun', 'postmark', 'sendgrid', 'resend'] as const

test.each(names)('a complaint that %s posts counts once, however often it comes', async name => {
  const email = await mail.acceptOne(['ada@far.example'])
  await mail.run(mail.openChannel([scripted(undefined, { accepted: 'sent' })]))
  const knock = door()
  const posted = complaintFrom[name](email.id)

  expect([await knock(name, posted), await knock(name, posted)]).toEqual([200, 200])

  expect(await mail.statusOf(email.id)).toBe('complained')
  const complaints = (await eventsOf(mail.database, email.id)).filter(({ type }) => type === 'email.complained')
  expect(complaints).toHaveLength(1)
})

test('the events of one email in a batch are taken in order, and once, however often they come', async () => {
  const emails = [await mail.acceptOne(['ada@far.example']), await mail.acceptOne(['ada@far.example'])]
  await mail.run(mail.openChannel([scripted(undefined, { accepted: 'sent' })]))
  const events = emails.flatMap(({ id }) => [
    { event: 'deferred', response: '421 4.7.0 Later', posthorn_email: id },
    { event: 'delivered', response: '250 OK', posthorn_email: id },
  ])

  const knock = door()
  expect(await knock('sendgrid', fromSendgrid(events))).toBe(200)
  expect(await knock('sendgrid', fromSendgrid(events))).toBe(200)

  for (const { id } of emails) {
    const types = (await eventsOf(mail.database, id)).map(({ type }) => type)
    expect(types.slice(2)).toEqual(['email.delivery_delayed', 'email.delivered'])
  }
})

test('a report about an unknown email is answered and ignored', async () => {
  const knock = door()

  for (const name of names) {
    expect(await knock(name, complaintFrom[name]('01890a5d-ac96-774b-bcce-b302099a8057'))).toBe(200)
    expect(await knock(name, complaintFrom[name]('nothing'))).toBe(200)
  }
})

test('a report that arrives before its attempt has ended has to be posted again', async () => {
  const email = await mail.acceptOne(['ada@far.example'])
  await mail.takeAs('worker')

  expect(await door()('postmark', complaintFrom.postmark(email.id))).toBe(503)
})

test('a callback is open when its secret is set, and refuses other secrets', async () => {
  const { postmark, resend } = complaintFrom
  const knock = door({ POSTHORN_POSTMARK_PASSWORD: 'another-password' })

  expect(await knock('postmark', postmark('x'))).toBe(401)
  expect(await knock('resend', resend('x'))).toBe(404)
})
