import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { parseConfig } from '#setup/config.ts'
import { startSmsc } from '../../../../sinks/smsc.ts'
import { trustTheSink } from '../../../testing/trust-the-sink.ts'
import { emptyFolder } from '../terminal.fixture.ts'
import { examine } from './examine.ts'
import { checkSmsCarriers } from './sms-carriers.ts'

const look = (environment: Record<string, string>, timeoutMs?: number) =>
  checkSmsCarriers(parseConfig(environment), timeoutMs)

test('without a carrier, the doctor says that text messages are captured', async () => {
  expect(await look({})).toMatchObject([{ status: 'warning', message: 'Live text messages are captured, not sent.' }])
})

test('an SMPP server is reached without a login, so that the session of the workers stays', async () => {
  await using smsc = await startSmsc()

  expect(await look({ POSTHORN_SMPP_URL: `smpp://ada:secret@127.0.0.1:${smsc.port}` })).toEqual([
    {
      name: 'sms_carrier',
      status: 'ok',
      message: `smpp (smpp) at 127.0.0.1:${smsc.port} can be reached, unencrypted; no login was tried.`,
    },
  ])
  expect(smsc.binds).toEqual([])
})

test('the check includes TLS and the certificate', async () => {
  await using smsc = await startSmsc({ tls: true })
  const url = `ssmpp://ada:secret@127.0.0.1:${smsc.port}`

  expect(await look({ POSTHORN_SMPP_URL: url })).toMatchObject([
    { status: 'error', message: expect.stringMatching(/SELF_SIGNED/) },
  ])
  trustTheSink()
  expect(await look({ POSTHORN_SMPP_URL: url })).toMatchObject([
    { status: 'ok', message: expect.stringContaining('TLSv1') },
  ])
})

test('all carriers of the file are checked in parallel, within the timeout', async () => {
  const mute = createServer().listen(0, '127.0.0.1')
  await once(mute, 'listening')
  // `as`: it listens on a port.
  const { port } = mute.address() as AddressInfo
  const file = join(emptyFolder(), 'carriers.json')
  const twilio = { type: 'twilio', account_sid: `AC${'0'.repeat(32)}`, auth_token: 'secret'.repeat(6) }
  const carriers = {
    near: { ...twilio, base_url: `http://127.0.0.1:${port}` },
    silent: { type: 'smpp', url: `ssmpp://ada:secret@127.0.0.1:${port}` },
    gone: { type: 'smpp', url: 'smpp://ada:secret@127.0.0.1:1' },
  }
  writeFileSync(file, JSON.stringify({ carriers, routes: [{ prefix: '+', carriers: Object.keys(carriers) }] }))

  const checks = await look({ POSTHORN_CARRIERS_FILE: file }, 300)

  mute.close()
  expect(checks).toMatchObject([
    { status: 'ok', message: expect.stringContaining('near (twilio)') },
    { status: 'error', message: expect.stringContaining('failed: timed out.') },
    { status: 'error', message: expect.stringContaining('Connection to 127.0.0.1:1 failed: ECONNREFUSED.') },
  ])
  expect(JSON.stringify(checks)).not.toContain('secret')
})

test.each([
  ['{ "carriers": { "near": { "type": "smpp", "url": "ada@127.0.0.1" } }, "routes": [] }', 'carriers.near.url must be'],
  ['{ "carriers": {', 'is not JSON: see character 15'],
  [
    '{ "carriers": { "near": { "type": "smpp", "url": "env:NEAR_URL" } }, "routes": [] }',
    'names the environment variable NEAR_URL, which is not set',
  ],
])('what is wrong in the file %s is said once, with where it is described', async (content, fault) => {
  const file = join(emptyFolder(), 'carriers.json')
  writeFileSync(file, content)
  const checks = await examine({ loadConfig: () => parseConfig({ POSTHORN_CARRIERS_FILE: file }), clock: systemClock })

  expect(checks.filter(({ message }) => message.includes(file))).toEqual([
    {
      ...{ name: 'sms_carrier', status: 'error', message: expect.stringContaining(fault) },
      advice: 'Correct it, then run the doctor again. docs/carriers.md describes the file.',
    },
  ])
})

test('a public URL that a carrier cannot report to is an error, as at the start', async () => {
  const file = join(emptyFolder(), 'carriers.json')
  const near = { type: 'twilio', account_sid: `AC${'0'.repeat(32)}`, auth_token: 'secret'.repeat(6) }
  writeFileSync(file, JSON.stringify({ carriers: { near }, routes: [{ prefix: '+', carriers: ['near'] }] }))

  expect(
    await look({ POSTHORN_CARRIERS_FILE: file, POSTHORN_PUBLIC_URL: 'https://my_mail.example.com' }),
  ).toMatchObject([{ status: 'error', message: expect.stringContaining('no underscore in its host') }])
})
