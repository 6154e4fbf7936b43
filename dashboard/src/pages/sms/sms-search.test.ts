import { expect, test } from 'vitest'
import { parseSmsSearch } from './sms-search.ts'

test.each([
  ['+14155552671', { to: '+14155552671' }],
  ['+1 (415) 555-2671', { to: '+14155552671' }],
  ['from:+15005550006', { from: '+15005550006' }],
  ['', {}],
])('%j means what it says', (typed, query) => {
  expect(parseSmsSearch(typed)).toEqual({ query })
})

test('half a number is explained instead of sent', () => {
  expect(parseSmsSearch('4155')).toEqual({ query: {}, problem: expect.stringContaining('“4155”') })
})
