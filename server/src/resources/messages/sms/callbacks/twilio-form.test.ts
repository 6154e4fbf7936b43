import { expect, test } from 'vitest'
import type { OutboundStatus } from '../sms.ts'
import { twilioForm, twilioSignature } from './twilio-form.ts'

const call = {
  smsId: '01945c1e-b3d0-7f16-8a2c-4d6e1f9b7c44',
  from: '+14155552671',
  to: '+15005550006',
  url: 'https://acme.test/status?order=7',
  account: `AC${'0'.repeat(32)}`,
  suppressed: false,
}
const sid = 'SM01945c1eb3d07f168a2c4d6e1f9b7c44'

test('a message whose recipient has opted out has the code for that', () => {
  const { body } = twilioForm({ ...call, status: 'failed', suppressed: true }, 'tx_live_1')

  expect(new URLSearchParams(body).get('ErrorCode')).toBe('21610')
})

test('the signature is that of Twilio’s documentation', () => {
  const fields = { To: '+18005551212', Caller: '+14158675310', Digits: '1234', From: '+14158675310' }
  const all = { ...fields, CallSid: 'CA1234567890ABCDE' }

  expect(twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', all)).toBe(
    'GvWf1cFY/Q7PnoempGyD5oXAezc=',
  )
})

test.each<[OutboundStatus, string, object]>([
  ['scheduled', 'scheduled', {}],
  ['processing', 'queued', {}],
  ['canceled', 'canceled', {}],
  ['sent', 'sent', {}],
  ['delivered', 'delivered', {}],
  ['undelivered', 'undelivered', { ErrorCode: '30008' }],
  ['failed', 'failed', { ErrorCode: '30008' }],
])('%s is reported as %s, in the fields of Twilio', (status, word, more) => {
  const { url, headers, body, contentType } = twilioForm({ ...call, status }, 'tx_live_1')
  const fields = Object.fromEntries(new URLSearchParams(body))

  expect(fields).toEqual({
    ...{ AccountSid: call.account, ApiVersion: '2010-04-01', From: call.from, To: call.to },
    ...{ MessageSid: sid, SmsSid: sid, MessageStatus: word, SmsStatus: word },
    ...more,
  })
  expect(contentType).toMatch('application/x-www-form-urlencoded')
  expect(headers).toEqual({
    'x-twilio-signature': twilioSignature('tx_live_1', url, fields),
    'i-twilio-idempotency-token': `${sid}.${word}`,
  })
})

test.each([
  ['https://acme.test', 'https://acme.test/'],
  ['https://acme.test:443/status#rc=2', 'https://acme.test/status'],
  ['https://ACME.test/a b?c=ü', 'https://acme.test/a%20b?c=%C3%BC'],
])('%s is signed and called as its receiver sees it: %s', (url, called) => {
  expect(twilioForm({ ...call, url, status: 'sent' }, 'x').url).toBe(called)
})
