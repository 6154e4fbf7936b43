import { expect, test } from 'vitest'
import { Failure } from '#api/failure.ts'
import { faultyParts } from './faults.ts'

const refused = new Failure(400, {
  details: [
    { path: 'text', message: 'must not be larger than 1024 KiB' },
    { path: 'mjml', message: 'line 12: <mj-column> is not closed', line: 12, column: 5 },
  ],
})

test('a fault has its part, line and message', () => {
  expect(faultyParts(refused, 'mjml')).toEqual([
    { name: 'mjml', label: 'MJML', message: '<mj-column> is not closed', line: 12, column: 5 },
    { name: 'text', label: 'Text', message: 'must not be larger than 1024 KiB', line: undefined, column: 1 },
  ])
})

test('an unreachable server gives no faults', () => {
  expect(faultyParts(new Failure(0, { code: 'unreachable' }), 'html')).toEqual([])
  expect(faultyParts(null, 'html')).toEqual([])
})
