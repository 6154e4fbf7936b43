import type { ContactEvent } from '@posthorn/contract/audience/contact-history'
import { expect, test } from 'vitest'
import { wordsOf } from './happened.ts'

const said = (event: Omit<ContactEvent, 'id' | 'created_at'>) => {
  const { text, details = [] } = wordsOf({ id: '1', created_at: '2027-01-01T00:00:00.000Z', ...event }, id =>
    id === 'news' ? 'Product news' : undefined,
  )
  return details.length === 0 ? text : [text, ...details]
}

test('subscriptions are named by what comes', () => {
  expect(said({ type: 'contact.subscribed', channels: ['email'] })).toBe('Subscribed to email')
  expect(said({ type: 'contact.unsubscribed', channels: ['sms'] })).toBe('Unsubscribed from text messages')
})

test('topics are named, and one that is gone is said to be', () => {
  expect(said({ type: 'contact.topic_subscribed', topic_id: 'news' })).toBe('Joined Product news')
  expect(said({ type: 'contact.topic_unsubscribed', topic_id: 'gone' })).toBe('Left a topic that was deleted later')
})

test('a change says what it was and what it is', () => {
  expect(
    said({
      type: 'contact.updated',
      changes: [
        { field: 'first_name', from: 'Ada', to: 'Augusta' },
        { field: 'last_name', from: null, to: 'King' },
      ],
    }),
  ).toEqual(['Changed first name, last name', 'Ada → Augusta', '(none) → King'])
})

test('the beginning says what was agreed to then', () => {
  expect(said({ type: 'contact.created', channels: ['email', 'sms'] })).toEqual([
    'Contact created',
    'Subscribed to email and text messages',
  ])
  expect(said({ type: 'contact.created', channels: [] })).toEqual(['Contact created', 'Not subscribed'])
})
