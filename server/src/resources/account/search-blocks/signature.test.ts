import { expect, test } from 'vitest'
import { idDigits, newId } from '#core/id.ts'
import { bitsOf, idBytes, signatureOf } from './signature.ts'

const has = (signature: Buffer, bit: number) => (((signature[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1

test('a signature contains the groups of every part, and few others', () => {
  const ids = Array.from({ length: 64 }, () => idDigits(newId(new Date())))
  const signature = signatureOf(ids, idBytes)

  for (const id of ids)
    for (let at = 0; at + 8 <= id.length; at++)
      expect(bitsOf(id.slice(at, at + 8), idBytes).filter(bit => !has(signature, bit))).toEqual([])
  const others = Array.from({ length: 2_000 }, () => idDigits(newId(new Date())).slice(-8))
  const mistaken = others.filter(part => bitsOf(part, idBytes).every(bit => has(signature, bit)))
  expect(mistaken.length).toBeLessThan(40)
  expect(bitsOf('123', idBytes)).toEqual([])
})
