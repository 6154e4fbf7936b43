import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, firstOutsideGsm } from './segments.ts'

const many = (character: string, times: number) => character.repeat(times)

test.each([
  ['nothing', '', 'gsm7', 1],
  ['160 letters', many('a', 160), 'gsm7', 1],
  ['161 letters', many('a', 161), 'gsm7', 2],
  ['306 letters', many('a', 306), 'gsm7', 2],
  ['307 letters', many('a', 307), 'gsm7', 3],
  ['80 euro signs, which count twice', many('€', 80), 'gsm7', 1],
  ['81 euro signs', many('€', 81), 'gsm7', 2],
  ['152 euro signs, of which 76 fit into a part', many('€', 152), 'gsm7', 2],
  ['153 euro signs', many('€', 153), 'gsm7', 3],
  ['70 Cyrillic letters', many('ы', 70), 'ucs2', 1],
  ['71 Cyrillic letters', many('ы', 71), 'ucs2', 2],
  ['134 Cyrillic letters', many('ы', 134), 'ucs2', 2],
  ['135 Cyrillic letters', many('ы', 135), 'ucs2', 3],
  ['35 emoji of two units', many('🙂', 35), 'ucs2', 1],
  ['36 emoji', many('🙂', 36), 'ucs2', 2],
  ['66 emoji, of which 33 fit into a part', many('🙂', 66), 'ucs2', 2],
  ['67 emoji', many('🙂', 67), 'ucs2', 3],
  ['one curly quote among 70 letters', `${many('a', 70)}’`, 'ucs2', 2],
  ['lines, umlauts and a Greek capital', 'Grüße\r\naus Ω @ ¿', 'gsm7', 1],
  ['a back-tick, which GSM does not have', '`', 'ucs2', 1],
  ['a tab, which GSM does not have', '\t', 'ucs2', 1],
  ['a lower case c with cedilla, of which GSM has only the capital', 'ç', 'ucs2', 1],
])('%s', (_, text, encoding, segments) => {
  const { encoding: found, parts } = cut(text)

  expect([found, parts.length]).toEqual([encoding, segments])
})

test('an escape pair is not split: it moves to the next part when it does not fit', () => {
  expect(cut(`${many('a', 152)}€${many('b', 152)}`).parts).toEqual([many('a', 152), `€${many('b', 151)}`, 'b'])
})

test('a surrogate pair is not split', () => {
  expect(cut(`${many('ы', 66)}🙂${many('ы', 10)}`).parts).toEqual([many('ы', 66), `🙂${many('ы', 10)}`])
})

test('the character that makes a text UCS-2 is found', () => {
  expect(firstOutsideGsm('it’s “so”')).toBe('’')
  expect(firstOutsideGsm('{plain} €')).toBeUndefined()
})

const letters = fc.constantFrom('a', 'Z', '€', '[', 'ы', '🙂', '\n', '👩')
const text = fc.array(letters, { maxLength: 700 }).map(list => list.join(''))

/** Counted independently of the code: octets as they are transmitted. */
function octets(part: string, encoding: string): number {
  if (encoding === 'ucs2') return Buffer.byteLength(part, 'utf16le')
  const septets = [...part].reduce((sum, one) => sum + ('€['.includes(one) ? 2 : 1), 0)
  return Math.ceil((septets * 7) / 8)
}

test('for any text, the parts contain all of it in order, none is empty or too long, and no pair is split', () => {
  fc.assert(
    fc.property(text, given => {
      const { encoding, parts } = cut(given)
      expect(parts.join('')).toBe(given)
      const header = parts.length > 1 ? 6 : 0
      for (const part of parts) {
        expect(part.isWellFormed()).toBe(true)
        // 6 octets of header take 7 septets.
        const limit = encoding === 'gsm7' && header > 0 ? 134 : 140 - header
        expect(octets(part, encoding)).toBeLessThanOrEqual(limit)
        expect(part === '' && given !== '').toBe(false)
      }
    }),
  )
})
