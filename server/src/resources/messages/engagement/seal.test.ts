import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sealer } from './seal.ts'

const octets = (maxLength: number) => fc.uint8Array({ maxLength }).map(bytes => Buffer.from(bytes))
const word = fc.constantFrom('', 'open\0', 'click\0')

test('a seal is the beginning of the HMAC-SHA256, whatever the secret and the content', () => {
  fc.assert(
    fc.property(octets(200), fc.array(fc.tuple(word, octets(300)), { minLength: 1 }), (secret, contents) => {
      const seal = sealer(secret, { length: 16, longest: 400 })
      for (const [purpose, content] of contents) {
        const expected = createHmac('sha256', secret).update(purpose).update(content).digest().subarray(0, 16)
        expect(seal(purpose, content)).toEqual(expected)
      }
    }),
  )
})

test('content that is too long is not sealed: two with the same beginning would have one seal', () => {
  const seal = sealer(Buffer.alloc(32), { length: 16, longest: 100 })

  expect(() => seal('click\0', Buffer.alloc(95))).toThrow(RangeError)
  expect(seal('click\0', Buffer.alloc(94))).toHaveLength(16)
})
