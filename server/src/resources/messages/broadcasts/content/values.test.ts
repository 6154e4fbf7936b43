import { expect, test } from 'vitest'
import { valuesFor } from './values.ts'

const at = new Date('2026-11-15T09:30:00Z')
const contact = {
  ...{
    id: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11',
    email: 'ada@a.example',
    phoneNumber: null,
    firstName: 'Ada',
    lastName: null,
  },
  ...{
    emailSubscribed: true,
    smsSubscribed: true,
    properties: { plan: 'pro', city: 'London' },
    createdAt: at,
    updatedAt: at,
  },
}

test.each([
  [[], {}],
  [['unsubscribe_url', 'offer.name'], {}],
  [['contact.first_name'], { contact: { first_name: 'Ada' } }],
  [['contact.last_name'], { contact: {} }],
  [['contact.properties.plan', 'contact.email'], { contact: { email: 'ada@a.example', properties: { plan: 'pro' } } }],
  [['contact.properties'], { contact: { properties: { plan: 'pro', city: 'London' } } }],
])('only the values of a contact that %o prints are kept', (uses, values) => {
  expect(valuesFor(uses, {}, contact, new Map())).toEqual(values)
})

test('content that prints the whole contact has all of it, and content with its own contact has none', () => {
  expect(valuesFor(['contact'], {}, contact, new Map())).toMatchObject({
    contact: { email: 'ada@a.example', properties: { plan: 'pro' } },
  })
  expect(valuesFor(['contact.first_name'], { contact: {} }, contact, new Map())).toEqual({})
})
