import { errors } from '@posthorn/contract/errors'
import { expect, test } from 'vitest'
import { refusalIn } from './api.ts'

const details = [
  { path: 'to', message: 'is missing' },
  { path: 'from', message: 'is empty' },
]

test.each([
  [
    { code: 'validation_error', message: errors.validation_error.message, details },
    'The request is not valid:\n  to: is missing\n  from: is empty',
  ],
  [
    { code: 'missing_variable', message: 'A variable is missing.', details: details.slice(0, 1) },
    'A variable is missing.\n  to: is missing',
  ],
  [{ code: 'invalid_state', message: 'News is used.', details: { used_by: [] } }, 'News is used.'],
  [{ code: 'validation_error', message: 'Not valid.' }, 'Not valid.'],
  ['<html>', undefined],
])('the refusal %j is shown as %j', (body, shown) => {
  expect(refusalIn(body)).toBe(shown)
})
