import { expect, test } from 'vitest'
import { parseSearch } from '#search/parse-search.ts'
import { emailFields, emailQuery, withTemplates } from './search.ts'

const asked = (typed: string) => {
  const { values, text, problem } = parseSearch(typed, emailFields)
  return problem ? { problem } : emailQuery(values, text)
}

test.each([
  ['ada@example.com', { to: 'ada@example.com' }],
  ['from:hello@acme.test tag:welcome status:bounced', { from: 'hello@acme.test', tag: 'welcome', status: 'bounced' }],
  ['  batch:spring   to:ada@example.com ', { batch_id: 'spring', to: 'ada@example.com' }],
  ['ada tag:welcome', { search: 'ada', tag: 'welcome' }],
  ['Your  order 17', { search: 'Your order 17' }],
  ['to:ada@example.com grace@example.com', { to: 'ada@example.com', search: 'grace@example.com' }],
  ['id:01945c1e', { search: '01945c1e' }],
  ['01945c1e-8d7a-7c3b', { search: '01945c1e-8d7a-7c3b' }],
  ['', {}],
])('%j becomes a query', (typed, query) => {
  expect(asked(typed)).toEqual({ query })
})

test.each([
  ['from:ada tag:welcome', '“ada” is not a complete address. Remove the field name'],
  ['ad tag:welcome', 'at least 3 characters'],
  ['sender:ada', '“sender:” is not a search field here'],
  ['id:welcome', 'is not an ID'],
  ['01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11x', 'is not an ID'],
  ['id:01945c1e hello', 'An ID matches one email'],
])('%j shows a problem instead of sending a query', (typed, problem) => {
  expect(asked(typed).problem).toContain(problem)
})

test('a template is found by name or ID, and a deleted one by ID', () => {
  const fields = withTemplates(emailFields, [{ id: '01945c1e-8d7a', friendly_name: 'Order received' }], '01945c1e-9999')
  const query = (typed: string) => {
    const { values, text } = parseSearch(typed, fields)
    return emailQuery(values, text).query
  }

  expect(query('template:"order received"')).toEqual({ template_id: '01945c1e-8d7a' })
  expect(query('template:01945c1e-8d7a')).toEqual({ template_id: '01945c1e-8d7a' })
  expect(query('template:01945c1e-9999')).toEqual({ template_id: '01945c1e-9999' })
  expect(parseSearch('template:other', fields).problem).toContain('“other” is not a known template.')
})
