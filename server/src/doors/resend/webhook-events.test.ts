import { expect, test } from 'vitest'
import { toOurEvents, toTheirEvents } from './webhook-events.ts'

test('shared names stay, others are converted to ours and back', () => {
  const theirs = ['email.sent', 'email.bounced', 'contact.created', 'contact.topics.updated', 'suppression.added']
  const { events, faults } = toOurEvents(theirs)

  expect(faults).toEqual([])
  expect(events).toEqual([
    ...['email.sent', 'email.bounced', 'contact.created'],
    ...['contact.topic_subscribed', 'contact.topic_unsubscribed', 'suppression.created'],
  ])
  expect(toTheirEvents(events)).toEqual(theirs)
})

test.each(['email.received', 'domain.created', 'inbox.created', '*', 'sms.sent', 'constructor'])(
  '%s is refused',
  name => {
    expect(toOurEvents([name])).toMatchObject({ events: [], faults: [{ path: 'events.0' }] })
  },
)
