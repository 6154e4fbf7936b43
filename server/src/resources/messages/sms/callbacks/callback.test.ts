import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { callbackSecrets as secrets } from '../../../../../testing/sms-routes.ts'
import type { OutboundStatus } from '../sms.ts'
import { nextToTell, readCallback } from './callback.ts'

/** All calls for a message that reaches this status before the first call. */
function allToldOf(status: OutboundStatus): OutboundStatus[] {
  const told: OutboundStatus[] = []
  for (;;) {
    const next = nextToTell(told.at(-1) ?? null, status)
    if (!next) return told
    told.push(next)
  }
}

test.each<[OutboundStatus, OutboundStatus[]]>([
  ['processing', ['processing']],
  ['sent', ['processing', 'sent']],
  ['delivered', ['processing', 'sent', 'delivered']],
  ['undelivered', ['processing', 'sent', 'undelivered']],
  ['failed', ['processing', 'failed']],
  ['scheduled', ['scheduled']],
  ['canceled', ['scheduled', 'canceled']],
])('a message that is %s is reported as %j, in this order', (status, expected) => {
  expect(allToldOf(status)).toEqual(expected)
})

test('a scheduled message is reported as queued when its time has come', () => {
  expect(nextToTell('scheduled', 'sent')).toBe('processing')
  expect(nextToTell('scheduled', 'canceled')).toBe('canceled')
})

const environmentId = '01945c1e-b3d0-7f16-8a2c-4d6e1f9b7c44'
const asked = { format: 'twilio' as const, url: 'https://acme.test/status', account: 'AC1', secret: 'tx_live_1' }
const read = (url: string, addresses: 'public' | 'loopback' = 'public') =>
  readCallback({ ...asked, url }, { environmentId }, { secrets, addresses })

test('the secret is sealed, and opens only in its own environment', () => {
  const { url, account, secret } = read(asked.url)

  expect({ url, account }).toEqual({ url: 'https://acme.test/status', account: 'AC1' })
  expect(secret.toString('latin1')).not.toContain('tx_live_1')
  expect(secrets.open(environmentId, secret)).toBe('tx_live_1')
  expect(secrets.open('01945c1e-b3d0-7f16-8a2c-4d6e1f9b7c45', secret)).toBeUndefined()
})

test.each([
  ['http://127.0.0.1/status', /private, local or reserved.*give/],
  ['https://10.0.0.1/', /private, local or reserved/],
  ['https://ada:secret@acme.test/', /user name or a password/],
  ['ftp://acme.test/', /http or https/],
])('%s is refused, with what to do', (url, sentence) => {
  try {
    expect(read(url)).toBe('refused')
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
    expect((error as Refusal).details).toEqual([{ path: 'callback.url', message: expect.stringMatching(sentence) }])
  }
})

test('this machine is called where that is allowed', () => {
  expect(read('http://127.0.0.1/status', 'loopback').url).toBe('http://127.0.0.1/status')
})
