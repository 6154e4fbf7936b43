import { isSubscribed } from '@posthorn/contract/audience/yes-or-no'
import { expect, test } from 'vitest'
import type { ImportField } from './fields.ts'
import { assign, guessMapping, mapRow } from './mapping.ts'

const fields: readonly ImportField[] = [
  { name: 'email', label: 'Email', knownAs: ['mail', 'emailaddress'] },
  { name: 'first_name', label: 'First name', knownAs: ['givenname'] },
  { name: 'email_subscribed', label: 'Takes email', knownAs: ['optin'], flag: isSubscribed },
]

test('columns are recognized by name, however it is written', () => {
  expect(guessMapping(['E-Mail Address', 'First Name', 'Opt-In', 'Shoe size'], fields)).toEqual([
    'email',
    'first_name',
    'email_subscribed',
    '',
  ])
})

test('of two columns with the same meaning, the first is mapped', () => {
  expect(guessMapping(['mail', 'email'], fields)).toEqual(['email', ''])
})

test('a field belongs to one column: mapping it to another removes it from the first', () => {
  expect(assign(['email', '', 'first_name'], 1, 'email')).toEqual(['', 'email', 'first_name'])
  expect(assign(['', 'email', ''], 1, '')).toEqual(['', '', ''])
})

test('a row has the values of its cells and nothing from skipped columns', () => {
  const mapping = ['email', '', 'first_name', 'email_subscribed']

  expect(mapRow([' ada@example.com ', '38', '', 'No'], mapping, fields)).toEqual({
    row: { email: 'ada@example.com', email_subscribed: false },
  })
})

test('a short row is padded with empty cells', () => {
  expect(mapRow(['ada@example.com'], ['email', 'first_name'], fields)).toEqual({ row: { email: 'ada@example.com' } })
})

test.each(['yes', 'TRUE', '1', 'Subscribed', 'Ja', 'WAHR'])('%j means yes', word => {
  expect(mapRow([word], ['email_subscribed'], fields)).toEqual({ row: { email_subscribed: true } })
})

test('an unclear consent never counts as consent', () => {
  expect(mapRow(['perhaps'], ['email_subscribed'], fields)).toEqual({ problem: expect.stringContaining('"perhaps"') })
})
