import { expect, test } from 'vitest'
import { parseDomainName, withParents } from './name.ts'

test.each([
  ['example.com', 'example.com'],
  [' News.EXAMPLE.com ', 'news.example.com'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  [
    `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(49)}.com`,
    `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(49)}.com`,
  ],
])('%s is stored as %s', (text, name) => {
  expect(parseDomainName(text)).toBe(name)
})

test.each([
  '',
  'com',
  'localhost',
  '.example.com',
  'example.com.',
  'a..example.com',
  '-a.example.com',
  'a-.example.com',
  'exam ple.com',
  'exam_ple.com',
  'ada@example.com',
  '127.0.0.1',
  '*.example.com',
  `${'a'.repeat(64)}.com`,
  `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(50)}.com`,
])('"%s" is not a sender domain', text => {
  expect(() => parseDomainName(text)).toThrow(/is not a domain such as example\.com/)
})

test('a name that is not ASCII is refused with its ASCII form, even when lower-casing would make it ASCII', () => {
  expect(() => parseDomainName('bücher.example')).toThrow('written in ASCII: xn--bcher-kva.example')
  expect(() => parseDomainName('\u212aelvin.example')).toThrow('written in ASCII')
  expect(() => parseDomainName('exa\u0000mple.com')).toThrow('written in ASCII.')
})

test.each([
  ['example.com', ['example.com']],
  ['a.news.example.com', ['a.news.example.com', 'news.example.com', 'example.com']],
])('%s may be signed with the keys of %j', (name, signers) => {
  expect(withParents(name)).toEqual(signers)
})
