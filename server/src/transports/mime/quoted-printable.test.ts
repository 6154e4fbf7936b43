import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeQuotedPrintable } from './quoted-printable.ts'

describe('quoted-printable', () => {
  test.each([
    ['', ''],
    ['a=b', 'a=3Db'],
    ['café', 'caf=C3=A9'],
    ['a\nb\rc\r\nd', 'a\r\nb\r\nc\r\nd'],
    ['\n\r', '\r\n\r\n'],
    ['end \nof\t\r\nline ', 'end=20\r\nof=09\r\nline=20'],
    ['a\x00b\x7f', 'a=00b=7F'],
  ])('writes %j as %j', (text, encoded) => {
    expect(encodeQuotedPrintable(text)).toBe(encoded)
  })

  test('breaks a long line after its last space', () => {
    expect(encodeQuotedPrintable(`${'word '.repeat(14)}longer words`)).toBe(`${'word '.repeat(14)}=\r\nlonger words`)
  })

  test('breaks a long line without a late space where it is full', () => {
    expect(encodeQuotedPrintable(`a ${'b'.repeat(100)}`)).toBe(`a ${'b'.repeat(73)}=\r\n${'b'.repeat(27)}`)
  })

  test('of any text says the same, in short lines of ASCII that end in nothing blank and in no half character', () => {
    const piece = fc.oneof(fc.constantFrom(' ', '\t', '=', '.', '\r', '\n', '\r\n', '€', '😀', 'ß', '\x00'), fc.lorem())
    const text = fc.oneof(
      fc.array(piece, { maxLength: 300 }).map(pieces => pieces.join('')),
      fc.string({ unit: 'binary', maxLength: 500 }).map(one => one.toWellFormed()),
    )
    fc.assert(
      fc.property(text, given => {
        const encoded = encodeQuotedPrintable(given)
        const lines = encoded.split('\r\n')

        expect(lines.filter(line => line.length > 76 || !/^[\t -~]*$/.test(line) || /[ \t]$/.test(line))).toEqual([])
        const softLines = lines.map(line => decoded(line.replace(/=$/, '')))
        expect(softLines.filter(octets => !Buffer.from(octets.toString()).equals(octets))).toEqual([])
        expect(decoded(encoded.replaceAll('=\r\n', '')).toString()).toBe(given.replace(/\r\n?|\n/g, '\r\n'))
      }),
    )
  })
})

const decoded = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
