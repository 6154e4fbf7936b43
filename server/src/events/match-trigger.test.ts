import { expect, test } from 'vitest'
import type { Fact } from '#events/fact.ts'
import { matchTrigger, triggerFiredBy } from './match-trigger.ts'
import type { Trigger, TriggerData } from './trigger.ts'

const at = new Date('2027-01-31T09:30:00.000Z')
const fired_at = at.toISOString()
const topic_id = '01945c1e-9b02-7a41-8f1d-5b9a3c7e6d22'
const ada = { id: 'a', email: 'ada@example.com', email_subscribed: true, sms_subscribed: true }
const fact = (type: Fact['type'], data: object) => ({ type, data, at })

const created = fact('contact.created', ada)
const named = fact('contact.updated', { ...ada, first_name: 'Ada', previous: ada })
const renamed = fact('contact.updated', { ...ada, first_name: 'Bea', previous: { ...ada, first_name: 'Ada' } })
const left = fact('contact.updated', { ...ada, email_subscribed: false, previous: ada })
const upgraded = fact('contact.updated', {
  ...ada,
  properties: { plan: 'pro', seats: 5 },
  previous: { ...ada, properties: { plan: 'free' } },
})
const paid = fact('custom.order.paid', { contact_id: 'a', event: 'order.paid', data: { amount: 5 } })
const joinedTopic = fact('contact.topic_subscribed', { contact_id: 'a', topic_id })
const leftTopic = fact('contact.topic_unsubscribed', { contact_id: 'a', topic_id })

type Row = [
  Omit<Trigger, 'reentry'> & Record<string, unknown>,
  ReturnType<typeof fact>,
  Omit<TriggerData, 'fired_at'> | undefined,
]
const changed = 'contact_property_changed'
const first = { type: changed, property: 'first_name' } as const
const plan = { type: changed, property: 'properties.plan' } as const
const seats = { type: changed, property: 'properties.seats' } as const
/** `as`: field names are arbitrary. */
const triggerData = (data: object) => data as TriggerData
const email = { type: changed, property: 'email_subscribed' } as const

test.each<Row>([
  [{ type: 'contact_created' }, created, { type: 'contact_created' }],
  [{ type: 'contact_created' }, renamed, undefined],
  [first, named, { ...first, from: null, to: 'Ada' } as TriggerData],
  [first, renamed, { ...first, from: 'Ada', to: 'Bea' } as TriggerData],
  [first, left, undefined],
  [first, created, undefined],
  [{ ...first, from: null }, named, { ...first, from: null, to: 'Ada' } as TriggerData],
  [{ ...first, from: null }, renamed, undefined],
  [{ ...first, from: 'Ada' }, renamed, { ...first, from: 'Ada', to: 'Bea' } as TriggerData],
  [{ ...first, to: 'Ada' }, renamed, undefined],
  [{ ...first, from: 'Ada', to: 'Cy' }, renamed, undefined],
  [
    { type: 'event', event: 'order.paid' },
    paid,
    triggerData({ type: 'event', event: 'order.paid', data: { amount: 5 } }),
  ],
  [{ type: 'event', event: 'order.sent' }, paid, undefined],
  [{ ...plan, to: 'pro' }, upgraded, triggerData({ ...plan, from: 'free', to: 'pro' })],
  [{ ...plan, to: 'team' }, upgraded, undefined],
  [seats, upgraded, triggerData({ ...seats, from: null, to: 5 })],
  [plan, renamed, undefined],
  [{ ...email, to: false }, left, { ...email, from: true, to: false } as TriggerData],
  [{ ...email, to: true }, left, undefined],
  [{ type: 'contact_added_to_topic' }, joinedTopic, { type: 'contact_added_to_topic', topic_id } as TriggerData],
  [
    { type: 'contact_added_to_topic', topic_id },
    joinedTopic,
    { type: 'contact_added_to_topic', topic_id } as TriggerData,
  ],
  [{ type: 'contact_added_to_topic', topic_id: 'other' }, joinedTopic, undefined],
  [{ type: 'contact_added_to_topic' }, leftTopic, undefined],
  [{ type: 'contact_removed_from_topic' }, leftTopic, { type: 'contact_removed_from_topic', topic_id } as TriggerData],
  [{ type: 'contact_removed_from_topic', topic_id: 'other' }, leftTopic, undefined],
  [{ type: 'time_based', cron: '@daily', timezone: 'UTC' }, created, undefined],
])('trigger %j, fact %j', (trigger, fact, expected) => {
  const whole = { reentry: 'once', ...trigger } as Trigger // as: the rows lack only `reentry`
  expect(matchTrigger(whole, fact)).toEqual(expected && { ...expected, fired_at })
})

test('a fact of another type fires no trigger', () => {
  expect(triggerFiredBy('email.opened')).toBeUndefined()
  expect(triggerFiredBy('contact.deleted')).toBeUndefined()
  expect(triggerFiredBy('contact.updated')).toBe('contact_property_changed')
})
