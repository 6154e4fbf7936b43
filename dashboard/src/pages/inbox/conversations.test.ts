import type { SmsStatus } from '@posthorn/contract/messages/sms'
import { expect, test } from 'vitest'
import { conversationsOf } from './conversations.ts'

const message = (id: string, from: string, to: string, status: SmsStatus = 'delivered') => ({
  id,
  from,
  to,
  status,
  body: id,
  segments_count: 1,
  credits_consumed: 10,
  created_at: '2026-11-15T09:30:00.000Z',
  scheduled_for: null,
  sent_at: null,
  direction: status === 'received' ? ('inbound' as const) : ('outbound' as const),
  media_urls: [],
})

test('messages from and to a number are one conversation, oldest first', () => {
  const newestFirst = [
    message('answer', '+2', '+1', 'received'),
    message('other', '+1', '+3'),
    message('question', '+1', '+2'),
  ]

  const conversations = conversationsOf(newestFirst)

  expect(conversations.map(({ number }) => number)).toEqual(['+2', '+3'])
  expect(conversations[0]?.messages.map(({ id }) => id)).toEqual(['question', 'answer'])
})

test('scheduled and canceled messages are not shown', () => {
  const newestFirst = [message('later', '+1', '+2', 'scheduled'), message('never', '+1', '+3', 'canceled')]

  expect(conversationsOf(newestFirst)).toEqual([])
})
