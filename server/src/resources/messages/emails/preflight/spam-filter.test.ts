import { expect, test } from 'vitest'
import { spamFilter } from './spam-filter.ts'

const scored = (score: number, rules: { name: string; points: number; what: string }[] = []) =>
  spamFilter({ kind: 'scored', score, limit: 5, rules })

test.each<[number, string]>([
  [-0.1, 'fine'],
  [2.4, 'fine'],
  [2.5, 'advice'],
  [4.9, 'advice'],
  [5, 'problem'],
])('%s points are %s', (score, verdict) => {
  expect(scored(score)).toMatchObject({ about: 'spam_filter', verdict })
})

test('each rule is listed with its points, the highest first', () => {
  const rules = [
    { name: 'NO_RELAYS', points: -0.001, what: 'Informational' },
    { name: 'MISSING_DATE', points: 1.36, what: 'Missing Date: header' },
  ]

  expect(scored(1.36, rules)).toEqual({
    about: 'spam_filter',
    verdict: 'fine',
    what: 'SpamAssassin gives it 1.4 points; from 5.0 on it is spam.',
    details: ['1.4 MISSING_DATE: Missing Date: header', '0.0 NO_RELAYS: Informational'],
  })
})

test('at most twenty rules are listed', () => {
  const rules = Array.from({ length: 50 }, (_, nth) => ({ name: `RULE_${nth}`, points: 0.1, what: 'Something' }))

  expect(scored(5, rules).details).toHaveLength(20)
})

test('an unavailable filter is reported, and is not the fault of the message', () => {
  expect(spamFilter({ kind: 'away' })).toMatchObject({ verdict: 'advice', what: expect.stringContaining('not answer') })
  expect(spamFilter({ kind: 'too large' })).toMatchObject({ verdict: 'fine' })
})
