import { expect, test } from 'vitest'
import { statusOf, type TakenPart } from './sms.ts'

const part = (nth: number, state: TakenPart['state']): TakenPart => ({ nth, state, cost: null })

test.each([
  ['one part on its way', 1, [part(1, 'sent')], 'sent'],
  ['one part delivered', 1, [part(1, 'delivered')], 'delivered'],
  ['one part lost', 1, [part(1, 'undelivered')], 'undelivered'],
  ['two of three delivered', 3, [part(1, 'delivered'), part(2, 'delivered'), part(3, 'sent')], 'sent'],
  ['two of three known at all', 3, [part(1, 'delivered'), part(3, 'delivered')], 'sent'],
  ['all three delivered', 3, [part(3, 'delivered'), part(1, 'delivered'), part(2, 'delivered')], 'delivered'],
  ['one of three lost', 3, [part(1, 'delivered'), part(2, 'undelivered'), part(3, 'sent')], 'undelivered'],
  ['a second copy delivered where the first was lost', 1, [part(1, 'undelivered'), part(1, 'delivered')], 'delivered'],
  ['a second copy on its way where the first was lost', 1, [part(1, 'undelivered'), part(1, 'sent')], 'sent'],
] as const)('%s', (_, total, taken, status) => {
  expect(statusOf(total, taken)).toBe(status)
})
