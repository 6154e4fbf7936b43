import { expect, test } from 'vitest'
import { meaningOf, showStatus } from './command-statuses.ts'

test.each([
  [0x00, 'taken'],
  [0x14, 'busy'],
  [0x58, 'busy'],
  [0x08, 'later'],
  [0x45, 'later'],
  [0x64, 'later'],
  [0x04, 'unavailable'],
  [0x0d, 'unavailable'],
  [0x0a, 'never'],
  [0x0b, 'never'],
  [0x43, 'never'],
  [0x65, 'never'],
  [0x104, 'never'],
  [0x4ff, 'later'],
  [0xffff_ffff, 'later'],
])('status %i means %s', (status, meaning) => {
  expect(meaningOf(status)).toBe(meaning)
})

test.each([
  [0x58, 'ESME_RTHROTTLED (0x58)'],
  [0x08, 'ESME_RSYSERR (0x08)'],
  [0x4ff, 'Status 0x4FF'],
])('status %i is shown as %s', (status, shown) => {
  expect(showStatus(status)).toBe(shown)
})
