import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReturnPath, returnPath } from './return-path.ts'

const secret = Buffer.from('a secret of thirty-two octets !!')
const sent = { emailId: '0193f5a2-8c1e-7abc-9def-0123456789ab', nth: 3 }
const address = returnPath(secret, { ...sent, domain: 'bounces.example.com' })

const anySent = fc.record({ emailId: fc.uuid(), nth: fc.integer({ min: 0, max: 32_767 }) })

test('every return path is recognized, in any letter case, and fits in an address', () => {
  fc.assert(
    fc.property(anySent, fc.uint8Array({ minLength: 16, maxLength: 64 }), (one, octets) => {
      const own = Buffer.from(octets)
      const path = returnPath(own, { ...one, domain: 'bounces.example.com' })

      expect(path).toMatch(/^b-[0-9a-v]{1,62}@bounces\.example\.com$/)
      expect(readReturnPath(own, path)).toEqual(one)
      expect(readReturnPath(own, path.toUpperCase())).toEqual(one)
    }),
  )
})

test('an address with any letter changed is recognized as forged', () => {
  const at = address.indexOf('@')
  const letter = fc.constantFrom(...'0123456789abcdefghijklmnopqrstuv')

  fc.assert(
    fc.property(fc.integer({ min: 2, max: at - 1 }), letter, (place, other) => {
      fc.pre(address[place] !== other)
      expect(readReturnPath(secret, address.slice(0, place) + other + address.slice(place + 1))).toBeNull()
    }),
    { numRuns: 500 },
  )
})

test('the same input gives the same address; another secret, email or recipient gives another', () => {
  const make = (own: Buffer, emailId: string, nth: number) => returnPath(own, { emailId, nth, domain: 'b.test' })
  const other = '0193f5a2-8c1e-7abc-9def-0123456789ac'

  const paths = [
    make(secret, sent.emailId, 3),
    make(secret, sent.emailId, 4),
    make(secret, other, 3),
    make(Buffer.from('another secret of as many octets'), sent.emailId, 3),
  ]

  expect(new Set(paths).size).toBe(4)
  expect(make(secret, sent.emailId, 3)).toBe(paths[0])
  expect(readReturnPath(secret, paths[3] ?? '')).toBeNull()
})

test.each([
  '',
  '@',
  'ada@example.com',
  'b-@bounces.example.com',
  address.slice(2),
  address.replace('b-', 'x-'),
  address.replace('@', 'a@'),
  address.replace(/.@/, '@'),
  address.replace(/.@/, 'w@'),
  address.replace('@', '%'),
  ` ${address}`,
  `b-${'a'.repeat(48)}@bounces.example.com`,
  `${address}${'x'.repeat(100_000)}`,
])('"%.80s" is not a return path of ours', text => {
  expect(readReturnPath(secret, text)).toBeNull()
})

test('any input gets an answer', () => {
  fc.assert(fc.property(fc.string(), text => readReturnPath(secret, text) === null))
})
