import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readCarriersFile } from './carriers-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-carriers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'carriers.json')

const read = (content: unknown, env = {}) => {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readCarriersFile(file, env)
}
function messageOf(content: unknown, env = {}): string {
  try {
    read(content, env)
  } catch (error) {
    return String((error as Error).message)
  }
  return ''
}
/** The faults that are reported for the file. */
const faultsOf = (content: unknown, env = {}): string[] => {
  const [first, ...lines] = messageOf(content, env).split('\n')
  expect(first).toBe(`The carriers file ${file} cannot be used:`)
  return lines.map(line => line.trim())
}

const secret = 'f0e1d2c3b4a5968778695a4b3c2d1e0f'
const publicKey = '7UkoxijRwsbq6QM4kFmVYSlZJzpcY/k2NsFGFKyHN9E='
const twilio = { type: 'twilio', account_sid: `AC${'0'.repeat(32)}`, auth_token: secret }
const telnyx = { type: 'telnyx', api_key: secret, public_key: publicKey }
const smpp = { type: 'smpp', url: `smpp://system:${secret.slice(0, 8)}@smsc.test:2775` }
const capture = { type: 'capture' }
const routes = [{ prefix: '+', carriers: ['one'] }]
const withOne = (one: unknown) => ({ carriers: { one }, routes })

test('reads a file with every kind of carrier and ignores its notes', () => {
  const plan = read({
    about: 'Ours',
    carriers: {
      a: { about: 'main', ...twilio, messaging_service_sid: `MG${'1'.repeat(32)}`, base_url: 'http://127.0.0.1:4010' },
      b: {
        ...telnyx,
        messaging_profile_id: '4000eba1-a0c0-4563-9925-b25e842a7cb6',
        idempotent: true,
        answers_keywords: false,
      },
      c: smpp,
      d: capture,
    },
    routes: [
      { prefix: '+1', carriers: ['a', 'b'], about: 'here' },
      { prefix: '+', carriers: ['c'] },
    ],
  })

  expect(plan).toEqual({
    carriers: [
      {
        name: 'a',
        type: 'twilio',
        accountSid: twilio.account_sid,
        authToken: secret,
        messagingServiceSid: `MG${'1'.repeat(32)}`,
        baseUrl: 'http://127.0.0.1:4010',
        answersKeywords: true,
      },
      {
        name: 'b',
        type: 'telnyx',
        apiKey: secret,
        publicKey,
        messagingProfileId: '4000eba1-a0c0-4563-9925-b25e842a7cb6',
        idempotent: true,
        answersKeywords: false,
      },
      { name: 'c', type: 'smpp', url: smpp.url },
      { name: 'd', type: 'capture' },
    ],
    routes: [
      { prefix: '+1', carriers: ['a', 'b'] },
      { prefix: '+', carriers: ['c'] },
    ],
  })
})

test('env:NAME is looked up in the environment', () => {
  const asked = withOne({ ...twilio, auth_token: 'env:TOKEN', account_sid: 'env:SID' })

  expect(read(asked, { TOKEN: secret, SID: twilio.account_sid }).carriers).toMatchObject([
    { authToken: secret, accountSid: twilio.account_sid },
  ])
  expect(faultsOf(asked, { SID: 'wrong-one' })).toEqual([
    'carriers.one.auth_token names the environment variable TOKEN, which is not set',
    'carriers.one.account_sid must be AC and 32 hexadecimal digits',
  ])
})

test.each<[string, unknown, string[]]>([
  ['nothing in it', {}, ['carriers is required: it must be', 'routes is required: it must be']],
  ['an empty list of routes', { carriers: { one: capture }, routes: [] }, ['routes must be a list']],
  ['an unknown part', { ...withOne(capture), route: [] }, ['route is not a field; did you mean routes?']],
  ['a carrier without a type', withOne({}), ['carriers.one.type is required: it must be one of capture, smpp']],
  ['an unknown type', withOne({ type: 'twillio' }), ['carriers.one.type must be one of capture, smpp, twilio, telnyx']],
  [
    'a bad name',
    { carriers: { one: capture, 'O ne': capture }, routes },
    ['carriers.O ne is not a field; expected a name of a–z'],
  ],
  [
    'an unknown field',
    withOne({ ...twilio, auth_tokn: 'x' }),
    ['carriers.one.auth_tokn is not a field; did you mean auth_token?'],
  ],
  ['no token', withOne({ ...twilio, auth_token: undefined }), ['carriers.one.auth_token is required: it must be']],
  [
    'a token that is none',
    withOne({ ...twilio, auth_token: 'a b' }),
    ['carriers.one.auth_token must be the auth token'],
  ],
  [
    'a number for a token',
    withOne({ ...twilio, auth_token: 12345678 }),
    ['carriers.one.auth_token must be the auth token'],
  ],
  ['a wrong account', withOne({ ...twilio, account_sid: 'SK1' }), ['carriers.one.account_sid must be AC and 32']],
  [
    'a wrong service',
    withOne({ ...twilio, messaging_service_sid: 'x' }),
    ['carriers.one.messaging_service_sid must be MG'],
  ],
  [
    'credentials in clear',
    withOne({ ...twilio, base_url: 'http://a.test' }),
    ['carriers.one.base_url must be an https'],
  ],
  ['no key', withOne({ ...telnyx, api_key: '' }), ['carriers.one.api_key must be an API key']],
  ['a wrong public key', withOne({ ...telnyx, public_key: 'abc' }), ['carriers.one.public_key must be the public key']],
  ['a wrong profile', withOne({ ...telnyx, messaging_profile_id: '1' }), ['carriers.one.messaging_profile_id must be']],
  ['a flag that is none', withOne({ ...telnyx, idempotent: 'yes' }), ['carriers.one.idempotent must be true or false']],
  [
    'an address that is none',
    withOne({ type: 'smpp', url: 'http://smsc.test' }),
    ['carriers.one.url must be an address'],
  ],
  ['no address', withOne({ type: 'smpp' }), ['carriers.one.url is required: it must be an address']],
  [
    'routes with faults',
    {
      carriers: { one: capture },
      routes: [
        { prefix: '44', carriers: ['one'] },
        { prefix: '+44', carriers: ['two'] },
        { prefix: '+0', carriers: [] },
        {},
      ],
    },
    [
      'routes.0.prefix must be a number prefix',
      'routes.1.carriers.0 must be the name of a carrier of this file (one)',
      'routes.2.prefix must be',
      'routes.2.carriers must be a list of names',
      'routes.3.prefix is required: it must be',
      'routes.3.carriers is required: it must be',
    ],
  ],
])('%s is reported with its place', (_, content, expected) => {
  const faults = faultsOf(content)

  expect(faults).toHaveLength(expected.length)
  for (const [nth, words] of expected.entries()) expect(faults[nth]).toContain(words)
})

test.each<[string, unknown]>([
  ['a wrong field next to it', withOne({ ...twilio, account_sid: 'x' })],
  ['a token with a space', withOne({ ...twilio, auth_token: `${secret} ` })],
  ['a key where the public key belongs', withOne({ ...telnyx, public_key: secret })],
  [
    'an address with a fault and a password',
    withOne({ type: 'smpp', url: `smpp://system:${secret}@smsc.test?tls=of` }),
  ],
  ['a secret in the wrong variable', withOne({ ...twilio, account_sid: 'env:SECRET' })],
])('a secret is never shown: %s', (_, content) => {
  const message = messageOf(content, { SECRET: secret })

  expect(message).toContain('cannot be used')
  expect(message).not.toContain(secret.slice(0, 8))
})

test.each([
  ['an address where a carrier should be', withOne(smpp.url)],
  ['a list where a carrier should be', withOne([secret])],
  ['a secret as the type', withOne({ type: secret })],
])('%s is not shown', (_, content) => {
  const message = messageOf(content)

  expect(message).toContain('carriers.one')
  expect(message).not.toContain(secret.slice(0, 8))
})
