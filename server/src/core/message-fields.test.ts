import { expect, test } from 'vitest'
import { cpuNow } from '../../testing/cpu-clock.ts'
import { fieldsOf, withoutFields } from './message-fields.ts'

const message = Buffer.from(
  'From: a@acme.test\r\nBcc: b@acme.test,\r\n c@acme.test\r\nX-Tag : welcome\r\nSubject: Grüße\r\n\r\nBcc: not a field\r\n',
)
const namesOf = (text: string) => fieldsOf(Buffer.from(text))?.fields.map(({ name }) => name)

test('fields are parsed with lower-case names and unfolded values', () => {
  expect(fieldsOf(message)?.fields.map(({ name, value }) => [name, value])).toEqual([
    ['from', 'a@acme.test'],
    ['bcc', 'b@acme.test, c@acme.test'],
    ['x-tag', 'welcome'],
    ['subject', 'Grüße'],
  ])
  expect(message.toString('utf8', fieldsOf(message)?.bodyStart)).toBe('Bcc: not a field\r\n')
})

test('a field is removed with all of its lines, and nothing else changes', () => {
  const fields = fieldsOf(message)?.fields.filter(({ name }) => name === 'bcc' || name === 'x-tag') ?? []

  expect(withoutFields(message, fields).toString()).toBe(
    'From: a@acme.test\r\nSubject: Grüße\r\n\r\nBcc: not a field\r\n',
  )
  expect(withoutFields(message, [])).toBe(message)
})

test.each([
  ['no header', '\r\nHello\r\n', []],
  ['a header alone', 'From: a\r\nTo: b\r\n', ['from', 'to']],
  ['a last line without a line end', 'From: a\r\nTo: b', ['from', 'to']],
  ['an empty value', 'X-A:\r\n\r\n', ['x-a']],
  ['a line that is not a field', 'From: a\r\nHello\r\n\r\n', undefined],
  ['a name with a blank', 'From me: a\r\n\r\n', undefined],
  ['a line of mbox', 'From a@acme.test Mon Jan  1\r\nTo: b\r\n\r\n', undefined],
  ['a name that is not ASCII', 'Von\u00fc: a\r\n\r\n', undefined],
  ['a first line that is a continuation', ' From: a\r\n\r\n', undefined],
])('%s', (_, text, names) => {
  expect(namesOf(text)).toEqual(names)
})

test.each([
  ['fields without an end', 'X-A: b\r\n'.repeat(100_000)],
  ['a field without an end', `X-A: ${'b\r\n '.repeat(500_000)}`],
  ['a line without an end', 'x'.repeat(2_000_000)],
  ['a name without an end', `${'x'.repeat(2_000_000)}:`],
  ['blanks without an end', `X-A:${' '.repeat(2_000_000)}\r\n`],
])('%s are cheap', (_, text) => {
  const bytes = Buffer.from(text)
  const start = cpuNow()

  expect(fieldsOf(bytes)).toBeUndefined()

  expect(cpuNow() - start).toBeLessThan(200)
})
