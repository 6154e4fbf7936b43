import { describe, expect, test } from 'vitest'
import { MalformedReply, printReply, ReplyReader } from './reply.ts'

const read = (...chunks: string[]) => {
  const reader = new ReplyReader()
  const replies = chunks.flatMap(chunk => reader.read(Buffer.from(chunk, 'latin1')))
  return { replies, malformed: reader.malformed }
}

describe('a reply', () => {
  test.each<[string, string[], { code: number; text: string }[]]>([
    ['of one line', ['250 2.0.0 Kept\r\n'], [{ code: 250, text: '250 2.0.0 Kept' }]],
    ['of only a code', ['354\r\n'], [{ code: 354, text: '354 ' }]],
    ['with a bare line feed', ['250 Kept\n'], [{ code: 250, text: '250 Kept' }]],
    ['in pieces', ['2', '50', ' Ke', 'pt\r', '\n'], [{ code: 250, text: '250 Kept' }]],
    [
      'of several lines',
      ['550-5.1.1 No\r\n550-5.1.1 such\r\n550 5.1.1 user\r\n'],
      [{ code: 550, text: '550 5.1.1 No such user' }],
    ],
    ['with an empty line in it', ['250-\r\n250 Kept\r\n'], [{ code: 250, text: '250  Kept' }]],
    [
      'followed by another',
      ['250 A\r\n451 B\r\n'],
      [
        { code: 250, text: '250 A' },
        { code: 451, text: '451 B' },
      ],
    ],
  ])('%s is parsed', (_, chunks, replies) => {
    expect(read(...chunks)).toMatchObject({ replies, malformed: null })
  })

  test.each([
    ['without a code', 'Hello\r\n'],
    ['with half a code', '25 Kept\r\n'],
    ['with an undefined code', '950 Kept\r\n'],
    ['with text stuck to its code', '250Kept\r\n'],
    ['with a NUL', '250 Ke\0pt\r\n'],
    ['that is only an empty line', '\r\n'],
    ['whose lines have two codes', '250-Kept\r\n550 Not\r\n'],
    ['of an endless line', `250 ${'x'.repeat(20_000)}`],
    ['of endless lines', '250-Kept\r\n'.repeat(4_000)],
  ])('%s is malformed', (_, bytes) => {
    expect(read(bytes)).toEqual({ replies: [], malformed: expect.any(MalformedReply) })
  })

  test('is returned even if garbage follows', () => {
    expect(read('250 Kept\r\nnonsense\r\n')).toMatchObject({ replies: [{ code: 250 }], malformed: expect.anything() })
  })

  test('that does not end is malformed before 64 KiB of it are kept', () => {
    const reader = new ReplyReader()
    let kept = 0

    for (; !reader.malformed && kept < 1_000_000; kept += 1_000) reader.read(Buffer.alloc(1_000, 'x'))

    expect(kept).toBeLessThan(64 * 1024)
  })
})

describe('a printed reply', () => {
  test.each([
    ['has no control characters', '550 a\r\n\tb\x1b[31m\x7f', '550 a b [31m'],
    ['is read as UTF-8', Buffer.from('550 Empfänger').toString('latin1'), '550 Empfänger'],
    ['has at most 500 characters', `550 ${'x'.repeat(5_000)}`, `550 ${'x'.repeat(496)}`],
  ])('%s', (_, text, printed) => {
    expect(printReply(text)).toBe(printed)
  })
})
