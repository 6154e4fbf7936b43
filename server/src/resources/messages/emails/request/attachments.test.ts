import type { Attachment } from '@posthorn/contract/messages/email-requests'
import { describe, expect, test } from 'vitest'
import { controls, faultyPaths, file, read, refusalOf, titled } from './reading.fixture.ts'

const readFile = (change: Partial<Attachment>) => read({ attachments: [{ ...file, ...change }] }).attachments[0]
const pathsOf = (change: Partial<Attachment>) => faultyPaths({ attachments: [{ ...file, ...change }] })

test('a file is decoded to its bytes (174, 197)', () => {
  expect(readFile({})).toEqual({
    filename: 'a.txt',
    type: 'application/octet-stream',
    contentId: null,
    inline: false,
    content: Buffer.from('hello'),
  })
  expect(readFile({ type: 'text/plain' })?.type).toBe('text/plain')
})

test('no attachments are an empty list (175)', () => {
  expect(read({ attachments: [] }).attachments).toEqual([])
  expect(read({}).attachments).toEqual([])
})

describe('content', () => {
  test.each([
    [188, '', ''],
    ['two of padding', 'aGVsbG9oaQ==', 'hellohi'],
    ['no padding needed', 'aGVsbG8h', 'hello!'],
    ['the whole alphabet', '+/+/', '\ufffd\ufffd\ufffd'],
  ])('is decoded: %s %s', (_, content, text) => {
    expect(readFile({ content })?.content.toString()).toBe(text)
  })

  test.each(
    titled([
      ['a path', '/etc/passwd'],
      ['a link', 'http://127.0.0.1/'],
      ['other characters', '%%%'],
      ['no padding', 'aGVsbG8'],
      ['too much padding', 'aGVsbG8=='],
      ['padding alone', '===='],
      ['padding inside', 'aGk=aGk='],
      ['bits left over', 'aGVsbG9='],
      ['url-safe', '-_-_'],
      ['a line break at the end', 'aGVsbG8=\n'],
      ['lines', 'aGVs\r\nbG8='],
      ['a space', 'aGVs bG8='],
      ['a data link', 'data:text/plain;base64,aGVsbG8='],
      ['other letters', 'aGVsbGé='],
      ['letters that look alike', 'ÁGVsbG8='],
      ['a letter of the high plane with the same low byte', '\u0161GVsbG8='],
    ]),
  )('must be strict base64: %s', (_, content) => {
    expect(pathsOf({ content })).toEqual(['attachments.0.content'])
  })

  test('is at most 10 MiB of base64 in all files together (205, 206)', () => {
    const half = 'A'.repeat(5 * 1024 * 1024)
    const both = (rest: string) => [
      { ...file, content: half },
      { ...file, content: half + rest },
    ]

    expect(read({ attachments: both('') }).size).toBe(5 * 2 + (10 * 1024 * 1024 * 3) / 4)
    for (const rest of ['A', 'AAAA']) {
      const refusal = refusalOf(() => read({ attachments: both(rest) }))
      expect(refusal).toMatchObject({ code: 'payload_too_large', details: [{ path: 'attachments' }] })
    }
  })
})

describe('a filename', () => {
  test.each(['résumé 😀.pdf', '.profile', '...', 'a..b', 'report (1).pdf', 'תמונה\u200f.png', `${'é'.repeat(127)}a`])(
    'may be %s (187)',
    filename => {
      expect(readFile({ filename })?.filename).toBe(filename)
    },
  )

  test.each(
    titled([
      [180, '../x'],
      [181, 'a/b'],
      [182, 'a\\b'],
      [183, '..'],
      [186, 'a\u202efdp.exe'],
      ['a path up', '../../etc/passwd'],
      ['a path down', '..\\x'],
      ['an absolute path', '/etc/x'],
      ['a drive', 'C:\\x'],
      ['this folder', '.'],
      ['blank', ' '],
      ['an isolate', 'a\u2066b'],
      ['the end of an isolate', 'a\u2069b'],
      ['an embedding', 'a\u202ab'],
      ['256 bytes', 'é'.repeat(128)],
      ...controls.map(control => [185, `a${control}b`] as const),
    ]),
  )('must be a plain name: %s', (_, filename) => {
    expect(pathsOf({ filename })).toEqual(['attachments.0.filename'])
  })
})

describe('a type', () => {
  test.each(
    titled([
      [201, 'message/rfc822'],
      ['plain', 'application/pdf'],
      ['a suffix', 'image/svg+xml'],
      ['of a vendor', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      ['a charset', 'text/csv; charset=utf-8'],
      ['a charset without space', 'text/csv;charset=utf-8'],
      ['a charset in quotes', 'text/csv; charset="utf-8"'],
      ['an invitation', 'text/calendar; charset=utf-8; method=REQUEST'],
    ]),
  )('may be %s', (_, type) => {
    expect(readFile({ type })?.type).toBe(type)
  })

  test.each(
    titled([
      [198, 'text/html\r\nX: 1'],
      [199, 'foo'],
      [200, 'multipart/mixed'],
      ['multipart in capitals', 'MULTIPART/Mixed'],
      ['no subtype', 'text/'],
      ['no type', '/html'],
      ['three parts', 'a/b/c'],
      ['a space', 'text /html'],
      ['a name parameter', 'text/plain; name=evil.exe'],
      ['a boundary', 'text/plain; boundary=x'],
      ['an empty charset', 'text/plain; charset='],
      ['two charsets', 'text/plain; charset=utf-8; Charset=utf-8'],
      ['an open quote', 'text/plain; charset="utf-8'],
      ['an open end', 'text/plain;'],
      ['other letters', 'text/plaín'],
      ...controls.map(control => ['a control character', `text/plain${control}`] as const),
    ]),
  )('must be the media type of one file: %s', (_, type) => {
    expect(pathsOf({ type })).toEqual(['attachments.0.type'])
  })
})

describe('a contentId', () => {
  test.each(['logo', 'logo.png@acme.test', 'image001.png@01DB-A', '019_a'])('may be %s', contentId => {
    expect(readFile({ contentId })).toMatchObject({ contentId, inline: true })
  })

  test.each(['<logo>', 'my logo', 'lögo', '"logo"', 'a>b', ...controls.map(control => `a${control}b`)])(
    'must not need quotes or escapes: %j',
    contentId => {
      expect(pathsOf({ contentId })).toEqual(['attachments.0.contentId'])
    },
  )

  test('must be used once per email (204)', () => {
    const attachments = ['logo', 'other', 'logo'].map(contentId => ({ ...file, contentId }))
    expect(faultyPaths({ attachments })).toEqual(['attachments.2.contentId'])
  })
})

test.each([
  [{}, false],
  [{ contentId: 'logo' }, true],
  [{ disposition: 'inline' }, true],
  [{ disposition: 'attachment' }, false],
  [{ contentId: 'logo', disposition: 'inline' }, true],
  [{ contentId: 'logo', disposition: 'attachment' }, false],
] as const)('a file is inline by its disposition, otherwise by its contentId: %j', (change, inline) => {
  expect(readFile(change)?.inline).toBe(inline)
})
