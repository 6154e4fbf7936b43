import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { Posthorn, unwrapWebhook, WebhookVerificationError } from './posthorn.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
const time = 1_794_735_001
const now = () => time * 1_000
const body = '{"id":"1","type":"email.delivered","data":{"recipient":"añadir@example.com"}}'

/** The signature of the scheme, by Node's own HMAC. */
const signature = (by: string, text = body) =>
  `v1,${createHmac('sha256', Buffer.from(by.slice('whsec_'.length), 'base64'))
    .update(`msg_1.${time}.${text}`)
    .digest('base64')}`
const headers = (signatures = signature(secret)) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(time),
  'webhook-signature': signatures,
})

test.each([
  ['lower-case headers', headers(), body],
  ['headers as a Headers', new Headers(headers()), body],
  [
    'headers in capitals',
    { 'Webhook-Id': 'msg_1', 'WEBHOOK-TIMESTAMP': `${time}`, 'Webhook-Signature': [signature(secret)] },
    body,
  ],
  ['headers as a Headers of another library', { get: (name: string) => Object(headers())[name] ?? null }, body],
  ['a body of bytes', headers(), Buffer.from(body)],
  ['a second signature, during a rotation', headers(`${signature(other)} ${signature(secret)}`), body],
])('a delivery is accepted with %s', async (_name, given, bytes) => {
  const event = await unwrapWebhook(bytes, given, secret, { now })

  expect(event).toEqual(JSON.parse(body))
})

test('the client has it as a method, which takes the old and the new secret', async () => {
  const { webhooks } = new Posthorn({ apiKey: 'tx_test_x', url: 'http://localhost' })

  expect((await webhooks.unwrap(body, headers(), [other, secret], { now })).type).toBe('email.delivered')
})

test.each([
  ['another secret', headers(signature(other)), body, time],
  ['another body', headers(), `${body} `, time],
  ['another version of the scheme', headers(signature(secret).replace('v1', 'v2')), body, time],
  ['no signature', { ...headers(), 'webhook-signature': undefined }, body, time],
  ['a shorter signature', headers(signature(secret).slice(0, 20)), body, time],
  ['a longer signature', headers(`${signature(secret)}=`), body, time],
  ['an old timestamp', headers(), body, time + 301],
  ['a timestamp of tomorrow', headers(), body, time - 301],
  ['an invalid timestamp', { ...headers(), 'webhook-timestamp': 'NaN' }, body, time],
])('a delivery with %s is refused', async (_name, given, text, at) => {
  await expect(unwrapWebhook(text, given, secret, { now: () => at * 1_000 })).rejects.toThrow(WebhookVerificationError)
})

test('a secret from a file may end with a line break', async () => {
  expect((await unwrapWebhook(body, headers(), `${secret}\n`, { now })).type).toBe('email.delivered')
})

test.each([
  ['an object, already parsed', JSON.parse(body)],
  ['missing', undefined],
  ['an ArrayBuffer', new ArrayBuffer(8)],
])('a body that is %s is reported as such', async (_name, given) => {
  await expect(unwrapWebhook(given, headers(), secret, { now })).rejects.toThrow(/raw body/)
})

test('an invalid secret is reported as such', async () => {
  for (const wrong of ['', 'tx_live_x', 'whsec_%%%'])
    await expect(unwrapWebhook(body, headers(), wrong, { now })).rejects.toThrow(/looks like whsec_/)
})
