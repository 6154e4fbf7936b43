import type { ContactField } from '@posthorn/contract/audience/contact-fields'
import { expect, test } from 'vitest'
import { readInputs } from './property-inputs.tsx'

const field = (key: string, type: ContactField['type']): ContactField => ({
  id: key,
  key,
  type,
  created_at: '',
  updated_at: '',
})
const fields = [field('plan', 'string'), field('seats', 'number'), field('vip', 'boolean'), field('since', 'date')]
const before = { plan: 'pro', seats: 5, vip: true, since: '2027-01-31T00:00:00.000Z' }
const read = (texts: Record<string, string>) => readInputs(fields, name => texts[name] ?? '', before)
const same = {
  'properties.plan': 'pro',
  'properties.seats': '5',
  'properties.vip': 'true',
  'properties.since': '2027-01-31',
}

test('only changed values are sent, in the type of their field, and null for emptied ones', () => {
  expect(read(same)).toEqual({})
  expect(read({ ...same, 'properties.seats': '6', 'properties.vip': 'false' })).toEqual({ seats: 6, vip: false })
  expect(read({ ...same, 'properties.plan': ' ', 'properties.since': '2027-02-01' })).toEqual({
    plan: null,
    since: '2027-02-01',
  })
})
