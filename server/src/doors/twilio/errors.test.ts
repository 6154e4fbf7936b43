import { expect, test } from 'vitest'
import { invalid, Refusal } from '#core/refusal.ts'
import { describe } from './errors.ts'

const fault = (path: string, message: string) => invalid({ path, message })

test.each([
  [new Refusal('unauthorized'), 401, 20_003],
  [new Refusal('not_found'), 404, 20_404],
  [new Refusal('rate_limit_exceeded'), 429, 20_429],
  [new Refusal('recipient_opted_out'), 400, 21_610],
  [new Refusal('message_too_long'), 400, 21_617],
  [new Refusal('invalid_state'), 400, 30_409],
  [fault('to', 'must be a number'), 400, 21_211],
  [fault('from', 'must be a number'), 400, 21_212],
  [fault('body', 'is required'), 400, 21_602],
  [fault('From', 'is required: there are no messaging services here'), 400, 21_603],
  [fault('callback.url', 'must be an absolute http or https URL'), 400, 21_609],
  [fault('validity_seconds', 'must be at least 60'), 400, 20_001],
])('%s', (refusal, status, code) => {
  const message = expect.any(String)

  expect(describe(refusal)).toEqual({
    status,
    body: { code, status, message, more_info: `https://www.twilio.com/docs/errors/${code}` },
  })
})

test('fields have the names of Twilio', () => {
  expect(describe(fault('callback.url', 'must be public')).body).toMatchObject({
    message: 'StatusCallback: must be public',
  })
  expect(describe(fault('media_urls.0', 'must be an https address')).body).toMatchObject({
    message: 'MediaUrl.0: must be an https address',
  })
})
