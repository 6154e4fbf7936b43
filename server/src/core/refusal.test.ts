import { expect, test } from 'vitest'
import { invalid, inWords, Refusal } from './refusal.ts'

test.each([
  [new Refusal('invalid_state', { message: 'It was canceled.' }), 'It was canceled.'],
  [
    invalid({ path: 'from', message: 'must be an address' }, { path: 'to', message: 'must be another' }),
    'from must be an address. to must be another.',
  ],
  [new Refusal('not_found', { details: { resource: 'segment' } }), 'No such object.'],
  [new Refusal('invalid_state', { message: '😀'.repeat(2_000) }), `${'😀'.repeat(999)}\u{fffd}…`],
])('a refusal in words has no codes and a limited length', (refusal, words) => {
  expect(inWords(refusal)).toBe(words)
})
