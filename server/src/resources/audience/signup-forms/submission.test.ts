import { expect, test } from 'vitest'
import { isTrapped, readSubmission } from './submission.ts'

const base = { createdAt: new Date(0), updatedAt: new Date(0), fallback: null }
const fields = new Map([
  ['plan', { ...base, id: '1', key: 'plan', type: 'string' as const }],
  ['seats', { ...base, id: '2', key: 'seats', type: 'number' as const }],
])
const read = (given: Record<string, string>, keys = ['plan', 'seats', 'gone']) =>
  readSubmission(new Map(Object.entries(given)), keys, fields)

test('declared fields are parsed by type, and all others ignored', () => {
  const given = {
    email: ' ada@example.com ',
    first_name: 'Ada',
    plan: 'pro',
    seats: '3',
    gone: 'x',
    email_subscribed: 'true',
  }

  expect(read(given)).toEqual({ email: 'ada@example.com', first_name: 'Ada', properties: { plan: 'pro', seats: 3 } })
  expect(read(given, [])).toEqual({ email: 'ada@example.com', first_name: 'Ada' })
  expect(read({ email: 'ada@example.com', last_name: ' ' })).toEqual({ email: 'ada@example.com' })
})

test.each([
  ['email', {}],
  ['email', { email: 'ada' }],
  ['email', { email: 'ada@example.com\r\nBcc: eve@example.com' }],
  ['email', { email: 'ada@example.com, eve@example.com' }],
  ['first_name', { email: 'ada@example.com', first_name: 'Ada\r\nBcc: eve@example.com' }],
  ['first_name', { email: 'ada@example.com', first_name: 'Ada\u2028' + 'x' }],
  ['last_name', { email: 'ada@example.com', last_name: 'a\u0000b' }],
  ['last_name', { email: 'ada@example.com', last_name: '\ud800' }],
  ['last_name', { email: 'ada@example.com', last_name: 'a'.repeat(257) }],
  ['seats', { email: 'ada@example.com', seats: 'three' }],
  ['plan', { email: 'ada@example.com', plan: 'a\u0000b' }],
  ['plan', { email: 'ada@example.com', plan: 'a'.repeat(501) }],
])('an invalid %s is refused by name: %j', (path, given) => {
  expect(() => read(given)).toThrow(
    expect.objectContaining({ code: 'validation_error', details: [{ path, message: expect.any(String) }] }),
  )
})

test('a submission that fills the hidden field is trapped', () => {
  expect(isTrapped(new Map([['company_website', 'https://spam.test']]))).toBe(true)
  expect(isTrapped(new Map([['company_website', ' ']]))).toBe(false)
})
