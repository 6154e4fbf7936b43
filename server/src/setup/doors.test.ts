import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#http/app.ts'
import type { Ask, DoorOperation } from '#http/door/door.ts'
import type { Handlers } from '#http/handler.ts'
import { startWebhookSink } from '../../../sinks/webhook-sink.ts'
import { openDoors } from './doors.ts'

const opened = openDoors({ doors: ['resend'], webhookAddresses: null })
const { fastify } = buildApp({
  // `as`: there is no key in this test, so no operation is called.
  handlers: {} as Handlers,
  identify: async () => undefined,
  countRequest: () => {
    throw new Error('no key is expected here')
  },
  isPassing: () => false,
  checkReady: async () => {},
  registry: new Registry(),
  log: pino({ level: 'silent' }),
  publicUrl: 'https://mail.acme.test',
  doors: opened.doors,
})
const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await fastify.close()
  await opened[Symbol.asyncDispose]()
})

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url + path, { method: 'POST', headers, body: '{}' })
  return { status: answer.status, body: await answer.json() }
}
const basic = `Basic ${btoa('AC1:tx_test_key')}`

test('a door named in the settings is open', async () => {
  expect(await ask('/resend/emails')).toMatchObject({ status: 401, body: { name: 'missing_api_key' } })
})

test.each([
  ['sendgrid', '/sendgrid/v3/mail/send', {}, (why: unknown) => ({ errors: [{ message: why }] })],
  ['postmark', '/postmark/email', {}, (why: unknown) => ({ Message: why })],
  ['postmark', '/email', { 'x-postmark-server-token': 'x' }, (why: unknown) => ({ Message: why })],
  ['twilio', '/twilio/2010-04-01/Accounts/AC1/Messages.json', {}, (why: unknown) => ({ code: 20_404, message: why })],
  ['twilio', '/2010-04-01/Accounts/AC1/Messages.json', { authorization: basic }, (why: unknown) => ({ message: why })],
  ['twilio', '/twilio', {}, (why: unknown) => ({ message: why })],
])(
  'a closed door says how to open it, in the error format of its service: %s at %s',
  async (name, path, headers, inWords) => {
    const why = expect.stringMatching(
      `^This installation does not answer at /${name}\\..* add ${name} to POSTHORN_DOORS\\.$`,
    )

    expect(await ask(path, headers)).toMatchObject({ status: 404, body: inWords(why) })
  },
)

test('a file is fetched from this machine only when the operator allows it', async () => {
  await using local = await startWebhookSink({ script: () => ({ body: 'a secret' }) })
  await using allowed = openDoors({ doors: ['resend'], webhookAddresses: 'loopback' })
  const attaching = async ({ doors }: typeof opened) => {
    const isSend = ({ method, path }: DoorOperation) => method === 'POST' && path === '/emails'
    const send = doors.find(({ name }) => name === 'resend')?.operations.find(isSend)
    const asked: unknown[] = []
    // `as`: the test only sends an email and ignores the answer.
    const ask = (async (id, input) => asked.push(id, input)) as Ask
    const body = { to: 'ada@example.com', attachments: [{ path: local.url }] }
    await send?.answer({
      params: {},
      query: {},
      headers: {},
      requestsPerHour: 1,
      now: async () => new Date(),
      body,
      ask,
    })
    return asked
  }

  await expect(attaching(opened)).rejects.toMatchObject({
    details: [{ path: 'attachments.0.path', message: expect.stringContaining('could not be fetched') }],
  })
  const content = Buffer.from('a secret').toString('base64')
  expect(await attaching(allowed)).toMatchObject(['sendEmail', { body: { attachments: [{ content }] } }])
})
