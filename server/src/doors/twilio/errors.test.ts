import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ErrorCode, errors } from '@posthorn/contract/errors'
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
  [fault('To', 'is required'), 400, 21_604],
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

test('fields have Twilio names', () => {
  expect(describe(fault('callback.url', 'must be public')).body).toMatchObject({
    message: 'StatusCallback: must be public',
  })
  expect(describe(fault('media_urls.0', 'must be an https address')).body).toMatchObject({
    message: 'MediaUrl.0: must be an https address',
  })
})

test('the error for a wrong key says where this client puts the key', () => {
  const { message } = Object(describe(new Refusal('unauthorized')).body)

  expect(message).toMatch(/basic authentication/)
  expect(message).not.toMatch(/Bearer/)
})

test('the guide lists every code except the general one', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/moving.md'), 'utf8')
  const [, listed = ''] = /^- \*\*Errors\*\* have Twilio's.*: (20003 .*); otherwise 20001\.$/m.exec(guide) ?? []
  const refusals = (Object.keys(errors) as ErrorCode[]).map(code => new Refusal(code))
  const faults = ['to', 'from', 'media_urls', 'callback', 'scheduled_for', 'ScheduleType', 'body', 'SendAt']
  const all = [...refusals, ...faults.flatMap(path => [fault(path, 'is odd'), fault(path, 'is required')])]
  const codes = new Set(all.map(one => String(Object(describe(one).body).code)))

  expect([...codes].filter(code => code !== '20001').sort()).toEqual(listed.match(/\d{5}/g)?.sort())
})
