import { type ErrorCode, errors } from '@posthorn/contract/errors'
import { expect, test } from 'vitest'
import { invalid, Refusal } from '#core/refusal.ts'
import { describe } from './errors.ts'

/** The names in the types of Resend's client. */
const theirNames = [
  ...['validation_error', 'missing_required_field', 'invalid_attachment', 'invalid_from_address', 'missing_api_key'],
  ...['invalid_api_key', 'restricted_api_key', 'not_found', 'method_not_allowed', 'invalid_idempotency_key'],
  ...['invalid_idempotent_request', 'concurrent_idempotent_requests', 'rate_limit_exceeded', 'daily_quota_exceeded'],
  ...['monthly_quota_exceeded', 'application_error'],
]

test.each(Object.keys(errors) as ErrorCode[])('%s has a name from the types of the client', code => {
  const { status, body } = describe(new Refusal(code), { hasKey: false })

  expect(theirNames).toContain(Object(body).name)
  expect(body).toMatchObject({ statusCode: status, message: expect.stringMatching(/^\S.*[.…”]$/) })
})

test.each([
  [{ path: 'to', message: 'is required' }, 'missing_required_field', 'to: is required'],
  [{ path: '3.to', message: 'is required' }, 'missing_required_field', '3.to: is required'],
  [{ path: 'from', message: 'must be an address' }, 'invalid_from_address', 'from: must be an address'],
  [{ path: '0.attachments.1.type', message: 'is odd' }, 'invalid_attachment', '0.attachments.1.content_type: is odd'],
  [{ path: 'type', message: 'is odd' }, 'validation_error', 'type: is odd'],
  [
    { path: 'body', message: 'needs html or text or template_id or template_friendly_name' },
    'missing_required_field',
    'body: needs html or text or template',
  ],
  [{ path: 'scheduled_for', message: 'is too far' }, 'validation_error', 'scheduled_at: is too far'],
])("%j is %s, with Resend's field names", (fault, name, message) => {
  expect(describe(invalid(fault), { hasKey: true })).toEqual({ status: 422, body: { statusCode: 422, name, message } })
})

test('a wrong key and a missing key are different errors', () => {
  expect(describe(new Refusal('unauthorized'), { hasKey: true })).toMatchObject({ status: 403 })
  expect(describe(new Refusal('unauthorized'), { hasKey: false })).toMatchObject({ status: 401 })
})
