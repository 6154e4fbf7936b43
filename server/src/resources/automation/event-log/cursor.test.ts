import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventCursors } from './cursor.ts'

const cursors = eventCursors(randomBytes(32))
const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()]
const anyPlace = fc.record({ xact: fc.bigInt(0n, 2n ** 64n - 1n), position: fc.bigInt(0n, 2n ** 63n - 1n) })
const invalid = expect.objectContaining({ code: 'invalid_cursor' })

test('a cursor returns its position, only in its own environment', () => {
  fc.assert(
    fc.property(anyPlace, place => {
      const cursor = cursors.write(mine, place)

      expect(cursor).toMatch(/^[\w-]{43}$/)
      expect(cursors.read(mine, cursor)).toEqual(place)
      expect(() => cursors.read(other, cursor)).toThrow(invalid)
      expect(() => eventCursors(randomBytes(32)).read(mine, cursor)).toThrow(invalid)
    }),
    { numRuns: 30 },
  )
})

test('a changed or forged cursor is refused', () => {
  const cursor = cursors.write(mine, { xact: 700n, position: 5n })
  const change = (at: number) => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
  const changed = [0, 10, 21, 22, 30, 42].map(change)
  for (const one of ['', 'x', `${cursor}=`, `${cursor}A`, ` ${cursor}`, cursor.slice(1), ...changed])
    expect(() => cursors.read(mine, one), one).toThrow(invalid)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), made => {
      expect(() => cursors.read(mine, made)).toThrow(invalid)
    }),
    { numRuns: 30 },
  )
})

test('a cursor reveals nothing about its position: adjacent positions look unrelated', () => {
  const [one, next] = [5n, 6n].map(position => Buffer.from(cursors.write(mine, { xact: 700n, position }), 'base64url'))

  const same = one?.filter((byte, at) => byte === next?.[at])
  expect(same?.length, 'of 32 octets').toBeLessThan(8)
})
