import { expect, test } from 'vitest'
import { parseSearch } from './search.ts'

test.each([
  ['ada@example.com', { to: 'ada@example.com' }],
  ['from:hello@acme.test tag:welcome', { from: 'hello@acme.test', tag: 'welcome' }],
  ['  batch:spring   to:ada@example.com ', { batch_id: 'spring', to: 'ada@example.com' }],
  ['ada tag:welcome', { search: 'ada', tag: 'welcome' }],
  ['Your  order 17', { search: 'Your order 17' }],
  ['', {}],
  ['tag:', {}],
])('%j means what it says', (typed, query) => {
  expect(parseSearch(typed)).toEqual({ query })
})

test.each([
  ['from:ada tag:welcome', '“ada” is not a whole address'],
  ['ad tag:welcome', 'at least 3 characters'],
])('%j is explained instead of sent', (typed, problem) => {
  expect(parseSearch(typed)).toEqual({ query: { tag: 'welcome' }, problem: expect.stringContaining(problem) })
})
