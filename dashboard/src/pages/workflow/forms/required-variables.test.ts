import { expect, test } from 'vitest'
import { requiredVariables } from './required-variables.ts'

test('a step asks for the variables that the run does not provide, in a field each where a text is enough', () => {
  const variables = [
    'contact.first_name',
    'contacts',
    'first_name',
    'link',
    'order',
    'order.number',
    'trigger.topic.id',
  ]

  expect(requiredVariables(variables, ['contact', 'trigger'])).toEqual({
    fields: ['contacts', 'first_name', 'link'],
    others: ['order.number'],
  })
})
