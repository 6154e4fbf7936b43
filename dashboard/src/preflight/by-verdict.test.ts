import { expect, test } from 'vitest'
import { byVerdict, nameOf, reachOf } from './by-verdict.ts'

const check = (about: string, verdict: 'fine' | 'advice' | 'problem') => ({ about, verdict, what: 'It is so.' })

test('problems come first, then advice, then passed checks, each in order', () => {
  const groups = byVerdict([
    check('size', 'fine'),
    check('dkim', 'problem'),
    check('text', 'fine'),
    check('spf', 'advice'),
  ])

  expect(groups.map(({ verdict, checks }) => [verdict, ...checks.map(one => one.about)])).toEqual([
    ['problem', 'dkim'],
    ['advice', 'spf'],
    ['fine', 'size', 'text'],
  ])
})

test('a verdict without checks is left out', () => {
  expect(byVerdict([check('size', 'fine')]).map(({ verdict }) => verdict)).toEqual(['fine'])
})

test.each([
  ['dkim', 'DKIM'],
  ['bulk_rules', 'Bulk sender rules'],
  ['something_new', 'Something new'],
])('%s is called %s', (about, name) => {
  expect(nameOf(about)).toBe(name)
})

const to = (...gets: boolean[]) => gets.map((gets_it, nth) => ({ address: `a${nth}@example.com`, gets_it }))

test.each([
  [to(true), 'The recipient gets it'],
  [to(false), 'The recipient does not get it'],
  [to(true, true), 'All 2 get it'],
  [to(true, false), '1 of 2 get it'],
])('%j: %s', (recipients, sentence) => {
  expect(reachOf(recipients)).toBe(sentence)
})
