import { expect, test } from 'vitest'
import type { BounceClass } from '#core/returned-mail.ts'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import { classifyBounce } from './bounce-classes.ts'

test.each<[string, BounceClass, 'suppress' | 'keep']>([
  ['550 5.1.1 The email account that you tried to reach does not exist', 'unknown_mailbox', 'suppress'],
  ['550 5.1.0 Address rejected', 'unknown_mailbox', 'suppress'],
  ['551 5.1.6 The mailbox has moved', 'unknown_mailbox', 'suppress'],
  ['550 5.2.1 This mailbox is disabled', 'unknown_mailbox', 'suppress'],
  ['550 No such user here', 'unknown_mailbox', 'suppress'],
  ['550 user unknown', 'unknown_mailbox', 'suppress'],
  ['550 Mailbox not found', 'unknown_mailbox', 'suppress'],
  ['550 5.5.0 Recipient does not exist', 'unknown_mailbox', 'suppress'],
  ['550 5.1.2 Bad destination host', 'bad_domain', 'keep'],
  ['556 5.1.10 Recipient address has null MX', 'bad_domain', 'keep'],
  ['550 5.4.4 Unable to route', 'bad_domain', 'keep'],
  ['552 5.2.2 Over quota', 'mailbox_full', 'keep'],
  ['552 Mailbox full', 'mailbox_full', 'keep'],
  ['552 5.3.4 Message too big', 'too_large', 'keep'],
  ['552 Too much', 'too_large', 'keep'],
  ['554 5.6.0 The content is not wanted', 'content', 'keep'],
  ['550 5.7.1 User unknown, or you are blocked', 'policy', 'keep'],
  ['550 5.7.26 Unauthenticated', 'policy', 'keep'],
  ['554 Blocked: your address has a bad reputation', 'policy', 'keep'],
  ['550 Blocked: unknown user or spam', 'policy', 'keep'],
  ['554 Transaction failed', 'other', 'keep'],
  ['550 5.0.0 No', 'other', 'keep'],
  ['500', 'other', 'keep'],
])('%s is %s', (text, bounce, suppress) => {
  expect(classifyBounce({ code: Number(text.slice(0, 3)), text })).toEqual({
    bounce,
    suppress: suppress === 'suppress',
  })
})

test('a long reply is classified at once', () => {
  const text = `550 ${'user '.repeat(100_000)}`
  const start = cpuNow()

  classifyBounce({ code: 550, text })

  expect(cpuNow() - start).toBeLessThan(100)
})
