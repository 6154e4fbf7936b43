import { expect, test } from 'vitest'
import { canonicalId } from './message-ids.ts'

test.each([
  ['00AbC-1', 'exact', '00AbC-1'],
  ['ABC', 'hex', '2748'],
  ['0x0abc', 'hex', '2748'],
  ['00002748', 'decimal', '2748'],
  ['ffffffffffffffffffff', 'hex', '1208925819614629174706175'],
  ['ABC', 'decimal', 'ABC'],
  ['b6d1-77', 'hex', 'b6d1-77'],
] as const)('%s read as %s is %s', (id, base, canonical) => {
  expect(canonicalId(id, base)).toBe(canonical)
})
