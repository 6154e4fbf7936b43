import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#http/app.ts'
import type { Handlers } from '#http/handler.ts'
import { openDoors } from './doors.ts'

const opened = openDoors({ doors: ['resend'] }, async () => 'public')
const { fastify } = buildApp({
  // `as`: nobody has a key here, so no operation is asked for.
  handlers: {} as Handlers,
  identify: async () => undefined,
  countRequest: () => {
    throw new Error('nobody has a key here')
  },
  isOutage: () => false,
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

test('a door that the settings name is open', async () => {
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
  'a closed door says how it is opened, in the words of its service: %s at %s',
  async (name, path, headers, inWords) => {
    const why = expect.stringMatching(
      `^This installation does not answer at /${name}\\..* add ${name} to POSTHORN_DOORS\\.$`,
    )

    expect(await ask(path, headers)).toMatchObject({ status: 404, body: inWords(why) })
  },
)
