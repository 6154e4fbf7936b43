import { expect, test } from 'vitest'
import { consentInWords } from './consent-words.ts'

test.each([
  ['Broadcast email: agreed to by an API key', 'email', 'channel', 'given', 'api_key', undefined],
  ['Text messages: withdrawn by a text message', 'sms', 'channel', 'withdrawn', 'sms_keyword', undefined],
  ['News: to be confirmed by a signup form', 'email', 'topic', 'requested', 'form', 'News'],
  ['A deleted topic: not confirmed in time by itself', 'email', 'topic', 'expired', 'expiry', undefined],
  ['All email: withdrawn by a spam complaint', 'email', 'suppression_list', 'withdrawn', 'complaint', undefined],
] as const)('%s', (words, channel, scope, action, method, topic) => {
  expect(consentInWords({ channel, scope, action, method }, topic)).toBe(words)
})
