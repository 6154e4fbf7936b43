import { expect, test } from 'vitest'
import type { Plan } from './file-import.ts'
import { readColumns, toContactRow } from './sheet.ts'

const field = {
  id: '',
  key: 'plan',
  type: 'string' as const,
  fallback: null,
  createdAt: new Date(),
  updatedAt: new Date(),
}
// `as`: only the keys are used.
const own = new Map([['plan', field]]) as unknown as Parameters<typeof readColumns>[2]

test.each([
  ['columns are matched by name', ['email', ' first_name ', 'x'], undefined, { email: 0, first_name: 1 }],
  ['columns are matched as requested', ['Mail', 'email'], { email: 'Mail' }, { email: 0 }],
  ['both', ['email', 'Name'], { last_name: 'Name' }, { email: 0, last_name: 1 }],
])('%s', (_, head, columns, fields) => {
  expect(readColumns(head, columns, own)).toEqual({ fields, properties: {} })
})

test('declared fields have columns, too', () => {
  expect(readColumns(['email', 'Plan'], { properties: { plan: 'Plan' } }, own)).toMatchObject({
    properties: { plan: 1 },
  })
})

test.each([
  ['no address', ['name'], undefined, ['columns']],
  ['a missing column', ['email'], { first_name: 'Name' }, ['columns.first_name']],
  ['an undeclared field', ['email', 'a'], { properties: { color: 'a' } }, ['columns.properties.color']],
])('%s is reported with its path', (_, head, columns, paths) => {
  expect(readColumns(head, columns, own)).toEqual({
    faults: paths.map(path => ({ path, message: expect.any(String) })),
  })
})

const plan: Plan = {
  ...{ separator: ',', properties: { plan: 4 }, skipsExisting: false, segmentIds: [], topics: {} },
  fields: { email: 0, first_name: 1, unsubscribed: 2, email_subscribed: 3 },
}

test.each([
  ['ada@a.example, Ada ,,,free', { first_name: 'Ada', email_subscribed: undefined, properties: { plan: 'free' } }],
  ['ada@a.example,,YES,', { first_name: undefined, email_subscribed: false }],
  ['ada@a.example,,0,', { email_subscribed: true }],
  ['ada@a.example,,false,no', { email_subscribed: false }],
  ['ada@a.example,,,true', { email_subscribed: true }],
  ['ada@a.example,,oui,', { email_subscribed: false }],
  ['ada@a.example,,,Nein', { email_subscribed: false }],
  ['ada@a.example,,,subscribed', { email_subscribed: true }],
])('%s is converted to a contact', (line, row) => {
  expect(toContactRow(plan, line.split(','))).toMatchObject({ email: 'ada@a.example', ...row })
})

test.each([
  ['ada@a.example,,maybe,', 'unsubscribed must be yes or no'],
  [`ada@a.example,${'x'.repeat(1_001)}`, 'a cell has at most 1,000 characters'],
])('%.40s is refused', (line, message) => {
  expect(toContactRow(plan, line.split(','))).toBe(message)
})
