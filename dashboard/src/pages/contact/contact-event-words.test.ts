import type { ContactEvent } from '@posthorn/contract/audience/contact-history'
import { expect, test } from 'vitest'
import { wordsOf } from './contact-event-words.ts'

const said = (event: Omit<ContactEvent, 'id' | 'created_at'>) => {
  const { text, details = [] } = wordsOf({ id: '1', created_at: '2027-01-01T00:00:00.000Z', ...event }, id =>
    id === 'news' ? 'Product news' : undefined,
  )
  return details.length === 0 ? text : [text, ...details]
}

test('subscriptions name the channels', () => {
  expect(said({ type: 'contact.subscribed', channels: ['email'] })).toBe('Subscribed to email')
  expect(said({ type: 'contact.unsubscribed', channels: ['sms'] })).toBe('Unsubscribed from text messages')
})

test('topics are named, and a deleted one is called that', () => {
  expect(said({ type: 'contact.topic_subscribed', topic_id: 'news' })).toBe('Subscribed to Product news')
  expect(said({ type: 'contact.topic_unsubscribed', topic_id: 'gone' })).toBe('Unsubscribed from a deleted topic')
})

test('a change shows the old and the new value', () => {
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

test('the creation shows the initial subscriptions', () => {
  expect(said({ type: 'contact.created', channels: ['email', 'sms'] })).toEqual([
    'Contact created',
    'Subscribed to email and text messages',
  ])
  expect(said({ type: 'contact.created', channels: [] })).toEqual(['Contact created', 'Not subscribed'])
})
