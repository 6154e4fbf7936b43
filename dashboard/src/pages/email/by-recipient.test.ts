import type { EmailEvent } from '@posthorn/contract/messages/email-replies'
import { expect, test } from 'vitest'
import { byRecipient } from './by-recipient.ts'

const event = (type: EmailEvent['type'], recipient?: string): EmailEvent => ({
  type,
  created_at: '2026-11-15T09:30:00.000Z',
  data: recipient ? { recipient } : {},
})

test('each recipient has its own events, with Bcc recipients last', () => {
  const events = [
    event('processing'),
    event('sent', 'audit@example.com'),
    event('delivery_delayed', 'ada@example.com'),
    event('sent', 'ada@example.com'),
  ]

  const { whole, recipients } = byRecipient(events, ['ada@example.com', 'grace@example.com'])

  expect(whole.map(({ type }) => type)).toEqual(['processing'])
  expect(recipients.map(({ recipient, events }) => [recipient, events.map(({ type }) => type)])).toEqual([
    ['ada@example.com', ['delivery_delayed', 'sent']],
    ['grace@example.com', []],
    ['audit@example.com', ['sent']],
  ])
})
