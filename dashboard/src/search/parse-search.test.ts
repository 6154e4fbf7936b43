import { expect, test } from 'vitest'
import { brokenId, type Field, isPartOfId, parseSearch, wholeAddress } from './parse-search.ts'

const fields: readonly Field<'from' | 'tag' | 'status'>[] = [
  { name: 'from', label: 'From', wrong: wholeAddress },
  { name: 'tag', label: 'Tag' },
  { name: 'status', label: 'Status', options: [{ value: 'bounced', label: 'Bounced' }] },
]

test.each([
  ['Your  order 17', {}, 'Your order 17', 'Your order 17'],
  ['from:a@acme.test order tag:welcome', { from: 'a@acme.test', tag: 'welcome' }, 'order', 'order'],
  ['tag:"two words" "Re: you" Status:BOUNCED', { tag: 'two words', status: 'bounced' }, 'Re: you', '"Re: you"'],
  ['https://acme.test/in 12:30', {}, 'https://acme.test/in 12:30', 'https://acme.test/in 12:30'],
  ['"open', {}, 'open', '"open'],
  ['', {}, '', ''],
])('%j is parsed', (typed, values, text, rest) => {
  expect(parseSearch(typed, fields)).toEqual({ values, text, rest })
})

test.each([
  ['form:a@acme.test', '“form:” is not a search field here. Use from:, tag:, status:, or put'],
  ['Re: hello', '“Re:” is not a search field here'],
  ['from:ada', '“ada” is not a complete address'],
  ['tag:', 'Enter a value after tag:'],
  ['a'.repeat(257), 'The search is limited to 256 characters; this one has 257.'],
  [`tag:${'a'.repeat(257)}`, 'The search is limited to 256 characters'],
  ['a\0b', 'The character U+0000 cannot be searched for.'],
  ['tag:\0', 'The character U+0000 cannot be searched for.'],
  ['status:lost', '“lost” is not a known status. Use bounced.'],
])('%j has a problem', (typed, problem) => {
  expect(parseSearch(typed, fields).problem).toContain(problem)
})

test('part of an ID is valid, and a malformed ID is reported', () => {
  const id = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'
  for (let length = 8; length <= 36; length++) expect(isPartOfId(id.slice(0, length))).toBe(true)
  expect([id.slice(10, 24), id.slice(-8), id.toUpperCase()].map(isPartOfId)).toEqual([true, true, true])
  expect([id.slice(0, 7), '-------1', `${id}0`, '01945c1e-xyz'].map(isPartOfId)).toEqual([false, false, false, false])
  expect(['01945c1e-8d7a-7c3', '01945c1e-order', '12345678'].map(brokenId)).toEqual([undefined, undefined, undefined])
  expect([`${id}0`, '01945c1e-8d7a-zz'].map(text => brokenId(text) !== undefined)).toEqual([true, true])
})
