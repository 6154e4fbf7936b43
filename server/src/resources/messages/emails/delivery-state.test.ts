import { expect, test } from 'vitest'
import { type DeliveryState, statusOf } from './delivery-state.ts'

test.each<[readonly DeliveryState[], string]>([
  [['waiting'], 'processing'],
  [['delayed'], 'delivery_delayed'],
  [['sent'], 'sent'],
  [['delivered'], 'delivered'],
  [['bounced'], 'bounced'],
  [['complained'], 'complained'],
  [['failed'], 'failed'],
  [['suppressed'], 'suppressed'],
  [['canceled'], 'canceled'],
  // As long as one is open, that is what counts, and the worst of the open ones.
  [['delivered', 'waiting'], 'processing'],
  [['delivered', 'delayed'], 'delivery_delayed'],
  [['waiting', 'delayed'], 'delivery_delayed'],
  [['bounced', 'waiting', 'failed'], 'processing'],
  // After that, the best that was reached.
  [['bounced', 'delivered', 'failed'], 'delivered'],
  [['sent', 'delivered'], 'delivered'],
  [['sent', 'bounced'], 'sent'],
  [['bounced', 'failed'], 'bounced'],
  [['suppressed', 'delivered'], 'delivered'],
  [['suppressed', 'bounced'], 'bounced'],
  [['suppressed', 'failed'], 'failed'],
  [['suppressed', 'canceled'], 'suppressed'],
])('recipients that are %j make the email %s, in whatever order', (states, status) => {
  expect(statusOf(states)).toBe(status)
  expect(statusOf(states.toReversed())).toBe(status)
})

test('an email without recipients does not exist', () => {
  expect(() => statusOf([])).toThrow()
})
