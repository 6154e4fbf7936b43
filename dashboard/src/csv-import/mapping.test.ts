import { expect, test } from 'vitest'
import type { ImportField } from './fields.ts'
import { assign, guessMapping, mapRow } from './mapping.ts'

const fields: readonly ImportField[] = [
  { name: 'email', label: 'Email', knownAs: ['mail', 'emailaddress'] },
  { name: 'first_name', label: 'First name', knownAs: ['givenname'] },
  { name: 'email_subscribed', label: 'Takes email', knownAs: ['optin'], isFlag: true },
]

test('columns are known by their names, however they are written', () => {
  expect(guessMapping(['E-Mail Address', 'First Name', 'Opt-In', 'Shoe size'], fields)).toEqual([
    'email',
    'first_name',
    'email_subscribed',
    '',
  ])
})

test('of two columns with the same meaning the first is taken', () => {
  expect(guessMapping(['mail', 'email'], fields)).toEqual(['email', ''])
})

test('a field belongs to one column: giving it to another takes it away from the first', () => {
  expect(assign(['email', '', 'first_name'], 1, 'email')).toEqual(['', 'email', 'first_name'])
  expect(assign(['', 'email', ''], 1, '')).toEqual(['', '', ''])
})

test('a row carries what its cells say and nothing of columns that are left out', () => {
  const mapping = ['email', '', 'first_name', 'email_subscribed']

  expect(mapRow([' ada@example.com ', '38', '', 'No'], mapping, fields)).toEqual({
    row: { email: 'ada@example.com', email_subscribed: false },
  })
})

test('a row that is too short has empty cells at its end', () => {
  expect(mapRow(['ada@example.com'], ['email', 'first_name'], fields)).toEqual({ row: { email: 'ada@example.com' } })
})

test.each(['yes', 'TRUE', '1', 'Subscribed'])('%j is a yes', word => {
  expect(mapRow([word], ['email_subscribed'], fields)).toEqual({ row: { email_subscribed: true } })
})

test('a consent that cannot be read is never taken for one', () => {
  expect(mapRow(['perhaps'], ['email_subscribed'], fields)).toEqual({ problem: expect.stringContaining('"perhaps"') })
})
