import { expect, test } from 'vitest'
import { parseSearch } from './search.ts'

test.each([
  ['ada@example.com', { to: 'ada@example.com' }],
  ['from:hello@acme.test tag:welcome', { from: 'hello@acme.test', tag: 'welcome' }],
  ['  batch:spring   to:ada@example.com ', { batch_id: 'spring', to: 'ada@example.com' }],
  ['', {}],
  ['tag:', {}],
])('%j means what it says', (typed, query) => {
  expect(parseSearch(typed)).toEqual({ query })
})

test('half an address is explained instead of sent', () => {
  expect(parseSearch('ada tag:welcome')).toEqual({
    query: { tag: 'welcome' },
    problem: expect.stringContaining('“ada”'),
  })
})
