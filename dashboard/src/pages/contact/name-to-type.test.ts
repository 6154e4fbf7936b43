import { expect, test } from 'vitest'
import { isTyped } from './name-to-type.ts'

const contact = {
  ...{ id: 'a', email_subscribed: true, sms_subscribed: true },
  ...{ created_at: '2026-11-15T09:30:00.000Z', updated_at: '2026-11-15T09:30:00.000Z' },
}

test.each([
  [{ email: 'Ada@example.com', phone_number: '+14155552671' }, ' ada@example.com ', true],
  [{ email: 'Ada@example.com' }, 'ada@example.co', false],
  [{ phone_number: '+14155552671' }, '+14155552671', true],
  [{ email: 'ada@example.com', phone_number: '+14155552671' }, '+14155552671', false],
  [{ email: 'ada@example.com' }, '', false],
])('%j, typed %j: %s', (names, typed, expected) => {
  expect(isTyped({ ...contact, ...names }, typed)).toBe(expected)
})
