import { expect, test } from 'vitest'
import type { News } from '#core/returned-mail.ts'
import { type DeliveryState, statusOf } from '../delivery-state.ts'
import { stateAfter } from './later.ts'

const bounced: News = { kind: 'bounced', bounce: 'unknown_mailbox', suppress: true, reply: '550' }
const complained: News = { kind: 'complained', feedback: 'abuse' }
const delivered: News = { kind: 'delivered', reply: '250' }
const delayed: News = { kind: 'delayed', reply: '451' }

test.each<[DeliveryState, (DeliveryState | null)[]]>([
  //            bounced    complained    delivered    delayed
  ['sent', ['bounced', 'complained', 'delivered', 'sent']],
  ['delivered', ['bounced', 'complained', null, 'delivered']],
  ['bounced', [null, null, null, null]],
  ['complained', [null, null, null, null]],
  ['failed', [null, null, null, null]],
  ['suppressed', [null, null, null, null]],
  ['canceled', [null, null, null, null]],
  // Open deliveries are decided by their next attempts.
  ['waiting', [null, null, null, null]],
  ['delayed', [null, null, null, null]],
])('the effect of news on a recipient that is %s', (state, expected) => {
  const after = [bounced, complained, delivered, delayed].map(news => stateAfter({ state, lastReply: null }, news))

  expect(after).toEqual(expected)
})

test('a repeated delay is no news', () => {
  expect(stateAfter({ state: 'sent', lastReply: '451' }, delayed)).toBeNull()
  expect(stateAfter({ state: 'sent', lastReply: '452' }, delayed)).toBe('sent')
})

test('a delay that a provider reports is no news after the delivery', () => {
  const late: News = { ...delayed, byProvider: true }

  expect(stateAfter({ state: 'delivered', lastReply: '250' }, late)).toBeNull()
  expect(stateAfter({ state: 'sent', lastReply: '250' }, late)).toBe('sent')
})

test.each<[DeliveryState[], string]>([
  [['bounced'], 'bounced'],
  [['complained'], 'complained'],
  [['delivered', 'bounced'], 'delivered'],
  [['delivered', 'complained'], 'delivered'],
  [['sent', 'bounced'], 'sent'],
  [['bounced', 'bounced'], 'bounced'],
  [['complained', 'bounced'], 'complained'],
  [['bounced', 'failed', 'suppressed'], 'bounced'],
  [['bounced', 'waiting'], 'processing'],
  [['bounced', 'delayed', 'delivered'], 'delivery_delayed'],
])('recipients in the states %j make an email %s', (states, status) => {
  expect(statusOf(states)).toBe(status)
})
