import { expect, test } from 'vitest'
import { consentInWords } from './consent-words.ts'

test.each([
  ['Broadcast email: consent given through the API', 'email', 'channel', 'given', 'api_key', undefined],
  ['Text messages: consent withdrawn by a text message', 'sms', 'channel', 'withdrawn', 'sms_keyword', undefined],
  ['Text messages: consent withdrawn at the carrier', 'sms', 'channel', 'withdrawn', 'carrier', undefined],
  ['News: confirmation requested by a signup form', 'email', 'topic', 'requested', 'form', 'News'],
  ['A deleted topic: request expired without confirmation', 'email', 'topic', 'expired', 'expiry', undefined],
  [
    'All email: consent withdrawn by a spam complaint',
    'email',
    'suppression_list',
    'withdrawn',
    'complaint',
    undefined,
  ],
] as const)('%s', (words, channel, scope, action, method, topic) => {
  expect(consentInWords({ channel, scope, action, method }, topic)).toBe(words)
})
