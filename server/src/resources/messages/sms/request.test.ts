import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { tooLate } from '#sending/schedule.ts'
import { readRequest, readSendRequest } from './request.ts'

const numbers = { from: '+15550100001', to: '+15550100002' }
const picture = 'https://cdn.acme.test/a.png'
const read = (asked: { body?: string; media_urls?: string[] }) => readRequest({ ...numbers, ...asked })

function refusalOf(asked: Parameters<typeof readRequest>[0]): Refusal {
  try {
    readRequest(asked)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was taken')
}
const tooLong = (body: string, media_urls?: string[]) => {
  const refusal = refusalOf({ ...numbers, body, ...(media_urls && { media_urls }) })
  expect(refusal.code).toBe('message_too_long')
  return refusal.message
}

test('a valid request becomes a draft with its segments', () => {
  expect(read({ body: 'Grüße' })).toEqual({
    ...numbers,
    body: 'Grüße',
    mediaUrls: [],
    encoding: 'gsm7',
    segments: 1,
  })
})

test.each([
  ['one segment', 'a'.repeat(160), 'gsm7', 1],
  ['two', 'a'.repeat(161), 'gsm7', 2],
  ['ten, the maximum', 'a'.repeat(1_530), 'gsm7', 10],
  ['ten of characters that count twice', '€'.repeat(760), 'gsm7', 10],
  ['ten outside the GSM alphabet', 'ы'.repeat(670), 'ucs2', 10],
  ['ten of surrogate pairs', '🙂'.repeat(330), 'ucs2', 10],
] as const)('%s', (_, body, encoding, segments) => {
  expect(read({ body })).toMatchObject({ body, encoding, segments })
})

test.each([
  ['an eleventh segment in the GSM alphabet', 'a'.repeat(1_531), 'takes 11 segments'],
  ['an eleventh segment for an escape pair', '€'.repeat(761), 'takes 11 segments'],
  ['1,600 characters, which take 11 segments', 'a'.repeat(1_600), 'takes 11 segments'],
  ['1,601 characters', 'a'.repeat(1_601), 'has 1,601 characters'],
  ['a megabyte', 'a'.repeat(1_048_576), 'has 1,048,576 characters'],
])('%s is too long, and no character is to blame', (_, body, what) => {
  const message = tooLong(body)

  expect(message).toContain(`The text ${what}.`)
  expect(message).toContain('at most 1,600 characters and 10 segments')
  expect(message).not.toContain('GSM')
})

test.each([
  ['the first of them', `it’s ${'“so” '.repeat(150)}`, '“'.length, '’'],
  ['one at the very end', `${'a'.repeat(700)}🙂`, 1, '🙂'],
])('when a character makes a text too long, the refusal names it: %s', (_, body, __, character) => {
  expect(tooLong(body)).toContain(`The character “${character}” is not in the GSM alphabet`)
})

test('characters are counted as people count them, not as UTF-16 does', () => {
  expect(tooLong('🙂'.repeat(1_600))).toContain('takes 49 segments')
  expect(tooLong('🙂'.repeat(1_601))).toContain('has 1,601 characters')
})

test.each([
  ['no text at all', {}],
  ['an empty text', { body: '' }],
  ['only spaces', { body: ' \t\r\n\u00a0' }],
  ['an empty text and an empty list', { body: '', media_urls: [] }],
])('%s is refused at the body', (_, asked) => {
  expect(refusalOf({ ...numbers, ...asked })).toMatchObject({
    code: 'validation_error',
    details: [{ path: 'body' }],
  })
})

test('a sender cannot write to itself, and every fault is reported at once', () => {
  expect(refusalOf({ from: numbers.to, to: numbers.to, body: ' ' })).toMatchObject({
    code: 'validation_error',
    details: [{ path: 'to' }, { path: 'body' }],
  })
})

test('a text with U+0000, which a template may produce from a value, is refused', () => {
  expect(refusalOf({ ...numbers, body: 'Hi \0' })).toMatchObject({
    code: 'validation_error',
    details: [{ path: 'body', message: 'must not contain the character U+0000' }],
  })
})

test('an impossible number is refused with its field, on either side', () => {
  const refusal = refusalOf({ from: '+10005550100', to: '+9991234567', body: 'Hello' })

  expect(refusal).toMatchObject({
    code: 'validation_error',
    details: [
      { path: 'from', message: 'must have an area code that exists: +1 000 is none' },
      { path: 'to', message: 'must begin with a country code that exists: there is none for +999' },
    ],
  })
})

test.each([
  ['without a text', undefined],
  ['with an empty one', ''],
  ['with a short one', 'Look'],
  ['with one of 1,600 characters', 'a'.repeat(1_600)],
  ['with one that would take 24 segments', 'ы'.repeat(1_600)],
])('an MMS %s is one segment', (_, body) => {
  const draft = read({ media_urls: [picture], ...(body !== undefined && { body }) })

  expect(draft).toMatchObject({ segments: 1, mediaUrls: [picture], body: body ?? '' })
})

test.each([
  'https://127.0.0.1/a.png',
  'https://169.254.169.254/latest',
  'https://[::1]/a.png',
  'https://user:secret@cdn.acme.test/a.png',
  'https://:secret@cdn.acme.test/a.png',
])('%s is refused at its place in the list', url => {
  expect(refusalOf({ ...numbers, media_urls: [picture, url] })).toMatchObject({
    code: 'validation_error',
    details: [{ path: 'media_urls.1' }],
  })
})

test('an MMS with a text of 1,601 characters is too long', () => {
  expect(tooLong('a'.repeat(1_601), [picture])).toContain('has 1,601 characters')
})

test('a future time is kept, a recent one means at once, and a long past one is reported with all other faults', () => {
  const now = new Date('2026-11-17T12:00:00Z')
  const at = (scheduled_for: string, to = numbers.to) =>
    readSendRequest({ ...numbers, to, body: 'Hello', scheduled_for }, now)

  expect(at('2026-11-17T12:00:00.1Z')).toMatchObject({ scheduledFor: '2026-11-17T12:00:00.100000Z' })
  expect(at('2026-11-17T11:55:00Z')).not.toHaveProperty('scheduledFor')
  expect(() => at('2026-11-17T11:54:59Z', numbers.from)).toThrow(
    expect.objectContaining({ details: [{ path: 'scheduled_for', message: tooLate }, expect.any(Object)] }),
  )
})
