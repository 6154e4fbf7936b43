import { expect, test } from 'vitest'
import { askedFor } from './asked-for.ts'

test('a step asks for what the run does not give, each in a field where a text will do', () => {
  const variables = [
    'contact.first_name',
    'contacts',
    'first_name',
    'link',
    'order',
    'order.number',
    'trigger.topic.id',
  ]

  expect(askedFor(variables, ['contact', 'trigger'])).toEqual({
    fields: ['contacts', 'first_name', 'link'],
    others: ['order.number'],
  })
})
