import { expect, test } from 'vitest'
import { parseSearch } from '#search/parse-search.ts'
import { smsFields, smsQuery } from './sms-search.ts'

const asked = (typed: string) => {
  const { values, text, problem } = parseSearch(typed, smsFields)
  return problem ? { problem } : smsQuery(values, text)
}

test.each([
  ['+14155552671', { search: '+14155552671' }],
  ['+1 (415) 555', { search: '+1415555' }],
  ['from:+15005550006 status:failed', { from: '+15005550006', status: 'failed' }],
  ['to:"+1 415 555 2671" +1500', { to: '+14155552671', search: '+1500' }],
  ['01945c1e-8d7a', { search: '01945c1e-8d7a' }],
  ['555 267', { search: '555267' }],
  ['3f1f6d0c-2b11', { search: '3f1f6d0c-2b11' }],
  ['', {}],
])('%j becomes a query', (typed, query) => {
  expect(asked(typed)).toEqual({ query })
})

test.each([
  ['415', '“415” is not part of a number'],
  ['your code', 'Message text is not searched'],
  ['to:+1415', 'is not a complete number'],
  ['tag:welcome', '“tag:” is not a search field here'],
])('%j shows a problem instead of sending a query', (typed, problem) => {
  expect(asked(typed).problem).toContain(problem)
})
