import { createHmac, randomBytes } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, test } from 'vitest'
import { sign, signatureHeaders } from './sign.ts'

const body = JSON.stringify({ type: 'email.delivered', data: { recipient: 'zoë@example.com', note: '🦊\u2028' } })
const now = new Date()
const written = (secret: Buffer) => `whsec_${secret.toString('base64')}`
const verifiers = [
  ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
  ['svix', (secret: string) => new SvixWebhook(secret)],
] as const

test('the example of the specification gets its documented signature', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')

  const signature = sign([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')

  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test.each(verifiers)('%s accepts a signature, before and after a rotation', (_name, verifier) => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)]

  const headers = signatureHeaders({ id: 'evt_1', secrets: [fresh, old], timestamp: now, body })

  for (const secret of [old, fresh]) expect(() => verifier(written(secret)).verify(body, headers)).not.toThrow()
})

test.each(verifiers)('%s refuses another body, id, time or secret', (_name, verifier) => {
  const secret = randomBytes(32)
  const headers = signatureHeaders({ id: 'evt_1', secrets: [secret], timestamp: now, body })
  const both = (name: string, value: string) => ({ [`webhook-${name}`]: value, [`svix-${name}`]: value })
  const refuse = (text: string, given: Record<string, string>, by = secret) =>
    expect(() => verifier(written(by)).verify(text, given)).toThrow()

  refuse(`${body} `, headers)
  refuse(body, { ...headers, ...both('id', 'evt_2') })
  refuse(body, { ...headers, ...both('timestamp', String(Math.floor(now.getTime() / 1000) - 1)) })
  refuse(body, headers, randomBytes(32))
})

test('a signature is the HMAC of node:crypto, whatever the lengths', () => {
  for (const length of [0, 1, 24, 32, 63, 64, 65, 200]) {
    const secret = randomBytes(length)
    for (const body of ['', '{}', 'ü😀'.repeat(500)]) {
      const plain = createHmac('sha256', secret).update(`msg_1.1700000000.${body}`).digest('base64')

      expect(sign([secret], 'msg_1', 1_700_000_000, body)).toBe(`v1,${plain}`)
    }
  }
})
