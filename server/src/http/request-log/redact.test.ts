import { operations } from '@posthorn/contract/all-operations'
import { expect, test } from 'vitest'
import { shownMessage, shownPath, shownQuery } from './redact.ts'

const id = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'

test.each([
  [operations.getEmail, { id }, `/v1/emails/${id}`],
  [operations.deleteSuppression, { id: 'ada@example.com' }, '/v1/suppressions/{id}'],
  [operations.subscribeContactToTopic, { contactId: id, topicId: 'x' }, `/v1/contacts/${id}/topics/{topicId}`],
  [operations.sendEmail, undefined, '/v1/emails'],
] as const)('%o with %j is shown as %s', (operation, params, path) => {
  expect(shownPath(operation, params)).toBe(path)
})

test.each([
  ['', null],
  ['?limit=20&status=delivered', 'limit=20&status=delivered'],
  ['?to=ada@example.com&from=a%40b.co&tag=secret', 'to=…&from=…&tag=…'],
  ['?limit=tx_live_secret&status=tx_live_secret', 'limit=…&status=…'],
  [`?cursor=abc&batch_id=${id}`, `cursor=…&batch_id=${id}`],
  ['?created_after=2026-11-15T09:30:00.000Z', 'created_after=2026-11-15T09:30:00.000Z'],
  ['?created_after=tx_live', 'created_after=…'],
  ['?tx_live_9fQx=1&apikey=tx_live_1', 'apikey=…'],
  ['?__proto__=1&constructor=2', '__proto__=…&constructor=…'],
])('the query %s is shown as %s', (query, shown) => {
  expect(shownQuery(operations.listEmails, `/v1/emails${query}`)).toBe(shown)
})

test('a long query is cut', () => {
  expect(shownQuery(operations.listEmails, `/v1/emails?${'tag=x&'.repeat(10_000)}`)?.length).toBeLessThanOrEqual(500)
})

test.each([
  [{ message: 'No such email.', details: undefined }, 'No such email.'],
  [{ message: 'ada@example.com has an account.', details: undefined }, '…@example.com has an account.'],
  [{ message: 'Call +14155552671 or 4155552671.', details: undefined }, 'Call … or ….'],
  [
    {
      message: 'Invalid.',
      details: [
        { path: 'to', message: 'is missing' },
        { path: 'from', message: 'must be "a@b.co"' },
      ],
    },
    'to: is missing; from: must be "…@b.co"',
  ],
  [{ message: 'Forbidden.', details: { permission: 'emails:send' } }, 'Forbidden.'],
])('%j is shown as %s', (refused, text) => {
  expect(shownMessage(refused)).toBe(text)
})
