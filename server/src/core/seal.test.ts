import { expect, test } from 'vitest'
import { openSealer, sealer } from './seal.ts'

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const place = ['webhook secret', 'environment', 'webhook']
const secret = Buffer.from('not for the eyes of others')

test('a sealed secret opens at its place, is unreadable, and differs each time', () => {
  const { seal, unseal } = sealer(key)
  const [first, second] = [seal(place, secret), seal(place, secret)]

  expect(unseal(place, first)).toEqual(secret)
  expect(first.includes(secret.subarray(0, 4))).toBe(false)
  expect(first.equals(second)).toBe(false)
})

test('a sealed secret does not open at another place, with another key, or with any octet changed', () => {
  const sealed = sealer(key).seal(place, secret)
  const changed = Array.from(sealed, (octet, index) => {
    const copy = Buffer.from(sealed)
    copy[index] = octet ^ 1
    return copy
  })

  expect(() => sealer(key).unseal(['webhook secret', 'environmentwebhook'], sealed)).toThrow('does not open')
  expect(() => sealer(other).unseal(place, sealed)).toThrow('POSTHORN_ENCRYPTION_KEY')
  for (const one of changed) expect(() => sealer(key).unseal(place, one)).toThrow('does not open')
})

test('without a configured key the secret of the installation seals, and its secrets still open once a key is configured', () => {
  const instanceSecret = Buffer.alloc(32, 3)
  const before = openSealer(null, instanceSecret).seal(place, secret)
  const after = openSealer(key, instanceSecret).seal(place, secret)

  expect(openSealer(key, instanceSecret).unseal(place, before)).toEqual(secret)
  expect(openSealer(key, Buffer.alloc(32, 4)).unseal(place, after)).toEqual(secret)
  expect(() => openSealer(null, instanceSecret).unseal(place, after)).toThrow()
  expect(() => openSealer(null, Buffer.alloc(32, 4)).unseal(place, before)).toThrow()
})
