import { expect, test } from 'vitest'
import { dialects, headersForUs } from './dialect.ts'

test.each([
  ['resend', 'POST', '/emails', true],
  ['resend', 'POST', '/emails/batch?x=1', true],
  ['resend', 'GET', '/emails', false],
  ['resend', 'POST', '/emails/49a3999c/cancel', false],
  ['sendgrid', 'POST', '/v3/mail/send', true],
  ['sendgrid', 'POST', '/v3/templates', false],
  ['postmark', 'POST', '/email/batchWithTemplates', true],
  ['postmark', 'POST', '/templates', false],
  ['twilio', 'POST', '/2010-04-01/Accounts/AC123/Messages.json', true],
  ['twilio', 'POST', '/2010-04-01/Accounts/AC123/Calls.json', false],
] as const)('%s: %s %s sends: %s', (name, method, path, sends) => {
  expect(dialects[name].sends({ method, path })).toBe(sends)
})

test.each([
  ['resend', { authorization: 'Bearer tx_test_1' }],
  ['sendgrid', { authorization: 'Bearer tx_test_1' }],
  ['postmark', { 'x-postmark-server-token': 'tx_test_1' }],
  ['twilio', { authorization: `Basic ${btoa('AC123:tx_test_1')}` }],
] as const)('our key goes into the header of %s', (name, header) => {
  const line = { method: 'POST', path: '/2010-04-01/Accounts/AC123/Messages.json' }
  expect(dialects[name].keyHeader('tx_test_1', line)).toEqual(header)
})

test('headers that can contain a key are not passed on to us', () => {
  const headers = { authorization: 'Bearer re_old', 'x-postmark-server-token': 'old', cookie: 'a=b', accept: '*/*' }
  expect(headersForUs({ ...headers, 'api-key': 'old' })).toEqual({ accept: '*/*' })
})
