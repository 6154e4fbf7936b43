import { operations } from '@posthorn/contract/all-operations'
import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { compileCheck } from '#validation/check.ts'
import { readQuery } from './query.ts'

const { query: list } = operations.listContacts
const { query: lookup } = operations.lookupContact
const check = compileCheck(list, 'query')
const read = (text: string, schema: typeof list | typeof lookup = list) =>
  readQuery(schema, Object.fromEntries(new URLSearchParams(text)), text)

test('numbers and booleans are parsed', () => {
  expect(read('limit=7&email_subscribed=false&sms_subscribed=true&search=12')).toEqual({
    limit: 7,
    email_subscribed: false,
    sms_subscribed: true,
    search: '12',
  })
})

test.each(['0', '-1', '101', 'abc', '1e9', '', '1.5', '0x10', ' 5', '+5', '9'.repeat(30)])(
  'limit=%s is refused',
  limit => {
    expect(check(read(`limit=${encodeURIComponent(limit)}`), 0)).not.toEqual([])
  },
)

test.each(['1', '0', 'yes', 'TRUE', '', 'null'])('email_subscribed=%s is refused', value => {
  expect(check(read(`email_subscribed=${value}`), 0)).not.toEqual([])
})

test('a repeated name is refused for a single value, in one sentence', () => {
  const readTwice = () => readQuery(list, { limit: ['1', '2'] }, 'limit=1&limit=2')

  expect(readTwice).toThrow(
    expect.objectContaining({ details: [{ path: 'limit', message: 'must be given only once' }] }),
  )
  expect(readQuery(list, { _: ['1', '2'] }, '_=1&_=2'), 'a name that is ignored').toEqual({ _: ['1', '2'] })
})

test.each([
  ['phone_number=+14155552671', { phone_number: '+14155552671' }],
  ['phone_number=%2B14155552671', { phone_number: '+14155552671' }],
  ['email=a+b@example.com', { email: 'a+b@example.com' }],
  ['email=a%20b@example.com', { email: 'a b@example.com' }],
  ['email=a+b%20c@example.com', { email: 'a+b c@example.com' }],
])('%s: a raw plus is a plus, a space is a space', (text, query) => {
  expect(read(text, lookup)).toEqual(query)
})

test('a plus in a search is a space', () => {
  expect(read('search=ada+lovelace')).toEqual({ search: 'ada lovelace' })
})

test('spaces around a search are not part of it', () => {
  expect(read('search=%20ada%20lovelace+')).toEqual({ search: 'ada lovelace' })
  expect(check(read('search=%20%C2%A0'), 0)).not.toEqual([])
})

test('U+0000 is refused anywhere', () => {
  expect(() => read('search=%00')).toThrow(Refusal)
  expect(() => read('anything=%00')).toThrow(Refusal)
})
