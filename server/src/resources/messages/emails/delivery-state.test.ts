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
  // While a recipient is open, the worst of the open states counts.
  [['delivered', 'waiting'], 'processing'],
  [['delivered', 'delayed'], 'delivery_delayed'],
  [['waiting', 'delayed'], 'delivery_delayed'],
  [['bounced', 'waiting', 'failed'], 'processing'],
  // After that, the best state that was reached.
  [['bounced', 'delivered', 'failed'], 'delivered'],
  [['sent', 'delivered'], 'delivered'],
  [['sent', 'bounced'], 'sent'],
  [['bounced', 'failed'], 'bounced'],
  [['suppressed', 'delivered'], 'delivered'],
  [['suppressed', 'bounced'], 'bounced'],
  [['suppressed', 'failed'], 'failed'],
  [['suppressed', 'canceled'], 'suppressed'],
])('recipients in the states %j make the email %s, in any order', (states, status) => {
  expect(statusOf(states)).toBe(status)
  expect(statusOf(states.toReversed())).toBe(status)
})

test('an email without recipients does not exist', () => {
  expect(() => statusOf([])).toThrow()
})
