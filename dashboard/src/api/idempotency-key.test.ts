import { expect, test } from 'vitest'
import { idempotencyKeys } from './idempotency-key.ts'

test('what is sent again has the key of the first time, until it is answered; what was changed has another', () => {
  const keys = idempotencyKeys()
  const first = keys.keyOf({ body: { name: 'News' } })

  expect(keys.keyOf({ body: { name: 'News' } })).toBe(first)
  const changed = keys.keyOf({ body: { name: 'Newsletter' } })
  expect(changed).not.toBe(first)
  expect(keys.keyOf({ body: { name: 'News' } })).toBe(first)

  keys.forget()
  expect(keys.keyOf({ body: { name: 'News' } })).not.toBe(first)
})
