import { expect, test } from 'vitest'
import type { WebhookAnswer } from '#transports/webhook.ts'
import { afterCall, callSchedule, describeFailure } from './after-call.ts'

const answered = (status: number): WebhookAnswer => ({ kind: 'answered', status, response: '', durationMs: 1 })
const unanswered: WebhookAnswer = { kind: 'unanswered', durationMs: 1, error: 'no answer within 15 s' }

test.each<[string, WebhookAnswer, number, string]>([
  ['204', answered(204), 1, 'delivered'],
  ['500', answered(500), 1, 'again'],
  ['500 at the fourth try', answered(500), 4, 'again'],
  ['500 at the fifth', answered(500), 5, 'failed'],
  ['429', answered(429), 1, 'again'],
  ['a redirection', answered(302), 1, 'again'],
  ['404', answered(404), 1, 'failed'],
  ['410', answered(410), 1, 'failed'],
  ['no answer', unanswered, 1, 'again'],
])('%s: the next step', (_, answer, tries, kind) => {
  expect(afterCall(answer, tries, 0.5, callSchedule)).toMatchObject({ kind })
})

test('the failure says where, how often and with what result it was called, without the query', () => {
  const told = { url: 'https://acme.test/status?token=1', word: 'sent' }

  expect(describeFailure(told, answered(500), 5)).toEqual({
    attempt: 5,
    reason:
      'https://acme.test/status was called 5 times with the status “sent” and is not called for it again. Last answer: HTTP 500.',
  })
  expect(describeFailure(told, unanswered, 1).reason).toMatch(/once .* Last try: no answer within 15 s\.$/)
})
