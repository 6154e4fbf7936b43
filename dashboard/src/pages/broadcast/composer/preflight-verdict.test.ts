import { expect, test } from 'vitest'
import { partOf, verdictOf } from './preflight-verdict.ts'

const check = (verdict: 'fine' | 'advice' | 'problem') => ({ about: 'size', verdict, what: 'It is so.' })

test.each([
  [true, ['fine'], 'No problems', 'good'],
  [true, ['fine', 'advice', 'advice'], '2 to improve', 'warn'],
  [true, ['advice', 'problem'], '1 problem', 'bad'],
  [true, ['problem', 'problem'], '2 problems', 'bad'],
  [false, [], 'Would be refused', 'bad'],
] as const)('accepted %s with %j: %s', (accepted, verdicts, words, tone) => {
  expect(verdictOf({ accepted, checks: verdicts.map(check) })).toEqual({ words, tone })
})

test.each([
  ['from', 'From'],
  ['ab_test.b.subject', 'A/B test'],
  ['something_new', 'something_new'],
])('%s is called %s', (path, name) => {
  expect(partOf(path)).toBe(name)
})
