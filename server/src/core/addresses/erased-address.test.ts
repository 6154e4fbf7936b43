import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { addressHasher, hmacSha256 } from './erased-address.ts'

test.each(['', 'ada@example.com', 'ä'.repeat(500)])('%j is hashed as an HMAC', text => {
  const key = randomBytes(64)

  expect(hmacSha256(key)(text)).toBe(createHmac('sha256', key).update(text).digest('hex'))
})

test('the hash ignores case, and differs between environments and installations', () => {
  const hashOf = addressHasher(Buffer.alloc(32, 1))
  const of = (address: string, environmentId = 'a') => hashOf({ environmentId, address })

  expect(of('Ada@example.com')).toBe(of('ada@EXAMPLE.com'))
  expect(of('ada@example.com', 'b')).not.toBe(of('ada@example.com'))
  expect(addressHasher(Buffer.alloc(32, 2))({ environmentId: 'a', address: 'ada@example.com' })).not.toBe(
    of('ada@example.com'),
  )
})
