import { expect, test } from 'vitest'
import type { BounceClass } from '#core/returned-mail.ts'
import { cpuNow } from '../../../../testing/cpu-clock.ts'
import { classifyRefusedSession, classifyReply, deferralReason, simplify } from './classify-reply.ts'
import { providerRules } from './provider-rules.ts'
import { finalReplies, temporaryReplies } from './replies.fixture.ts'
import { consequenceOf, deferrals, generalRules } from './reply-rules.ts'

const replyOf = (text: string) => ({ code: Number(text.slice(0, 3)), text })
const classify = (text: string) => classifyReply(replyOf(text))

test.each(finalReplies)('$provider: $reply.text', ({ reply, bounce, suppress }) => {
  expect(consequenceOf).toHaveProperty(bounce)
  expect(classifyReply(reply)).toMatchObject({ bounce, suppress })
})

test.each(temporaryReplies)('$provider: $reply.text', ({ reply, because }) => {
  expect(deferralReason(reply)).toBe(because)
})

test('there are enough sample replies of every class', () => {
  expect(finalReplies.length).toBeGreaterThan(250)
  expect(new Set(finalReplies.map(({ bounce }) => bounce))).toEqual(new Set(Object.keys(consequenceOf)))
})

/** Not of a single provider: codes, and short texts. */
test.each<[string, BounceClass, 'suppress' | 'keep']>([
  ['550 5.1.0 Address rejected', 'unknown_mailbox', 'suppress'],
  ['551 5.1.6 The mailbox has moved', 'unknown_mailbox', 'suppress'],
  // About the sender.
  ['550 5.7.1 Your account has been suspended', 'policy', 'keep'],
  ['550 Your account has been disabled. Contact support', 'policy', 'keep'],
  ['554 5.7.1 Account disabled: outgoing mail is suspended for this account', 'policy', 'keep'],
  ['550 5.1.1 You are not allowed to send mail to this address', 'policy', 'keep'],
  ['553 5.1.3 Invalid address format in From header', 'policy', 'keep'],
  ['550 Sending is not available in your plan', 'policy', 'keep'],
  ['550 5.1.1 <a@b.test>: Recipient address rejected: undeliverable address: Connection refused', 'other', 'keep'],
  ['550 5.7.1 Client host blocked, see ERS-DUL', 'blocked', 'keep'],
  [
    '553 You are trying to use me [server-4] to relay, but I have not been configured to let you',
    'relay_denied',
    'keep',
  ],
  ['550 5.7.29 This message was rate limited because it was not sent over a TLS connection', 'policy', 'keep'],
  ['550 5.2.1 This mailbox is disabled', 'disabled_mailbox', 'suppress'],
  ['550 No such user here', 'unknown_mailbox', 'suppress'],
  ['550 user unknown', 'unknown_mailbox', 'suppress'],
  ['550 Mailbox not found', 'unknown_mailbox', 'suppress'],
  ['550 5.5.0 Recipient does not exist', 'unknown_mailbox', 'suppress'],
  ['550 5.1.1', 'unknown_mailbox', 'suppress'],
  ['550 Empf\u00c3\u00a4nger unbekannt', 'unknown_mailbox', 'suppress'],
  ['550 5.1.2 Bad destination host', 'bad_domain', 'keep'],
  ['550 5.4.4 Unable to route', 'bad_domain', 'keep'],
  ['552 5.2.2 Over quota', 'mailbox_full', 'keep'],
  ['552 Mailbox full', 'mailbox_full', 'keep'],
  ['552 5.3.4 Message too big', 'too_large', 'keep'],
  ['552 Too much', 'too_large', 'keep'],
  ['554 5.6.0 The content is not wanted', 'content', 'keep'],
  ['550 5.7.26 Unauthenticated', 'authentication', 'keep'],
  ['550 5.7.1 Not from strangers', 'policy', 'keep'],
  ['554 5.7.1 Never', 'policy', 'keep'],
  ['554 Blocked: your address has a bad reputation', 'blocked', 'keep'],
  ['554 Transaction failed', 'other', 'keep'],
  ['550 5.0.0 No', 'other', 'keep'],
  ['500', 'other', 'keep'],
])('%s is %s', (text, bounce, suppress) => {
  expect(classify(text)).toMatchObject({ bounce, suppress: suppress === 'suppress' })
})

test.each([
  '550 5.7.1 User unknown, or you are blocked',
  '550 Blocked: unknown user or spam',
  '550 5.1.1 Mailbox not found or your IP is on our blacklist',
  '550 5.1.1 Blocked',
  '550 Your email address has been blocked',
  '550 User has blocked you',
  '550 Your account does not exist',
  '550 Sender address is invalid',
  '550 5.2.1 Mailbox unavailable: your IP address is blacklisted',
  '550 5.1.1 Too many unknown users',
  '550 5.7.1 mailbox unavailable',
])('a reply that may be about the sender does not suppress: %s', text => {
  expect(classify(text)).toMatchObject({ suppress: false })
})

test.each([
  '500 5.5.1 Command unrecognized',
  '501 5.5.4 Invalid argument',
  '501 Syntax error in parameters or arguments',
  '502 5.5.1 Not implemented',
  '503 5.5.1 Bad sequence of commands',
  '550 Invalid HELO',
  '555 5.5.4 Unsupported option: SIZE',
  '550 5.6.7 Internationalized address, but SMTPUTF8 is not supported',
  '554 5.5.1 Error: no valid recipients',
  '535 5.7.8 Authentication failed: user not found',
])('a protocol error does not suppress: %s', text => {
  expect(classify(text)).toMatchObject({ suppress: false })
})

test.each([
  '550 4.1.1 User unknown',
  '550 5.2.1 Mailbox temporarily disabled',
  '550 Requested action not taken: mailbox unavailable Failure sending mail. Try again later.',
])('a temporary problem does not suppress: %s', text => {
  expect(classify(text)).toMatchObject({ suppress: false })
})

test('an address in a reply does not affect the class', () => {
  expect(classify('550 5.1.1 <spam@blocked.example>... User unknown')).toMatchObject({ bounce: 'unknown_mailbox' })
  expect(classify('554 5.7.1 <no.such.user@far.example>: Never')).toMatchObject({ bounce: 'policy', suppress: false })
})

test('only rules about the recipient suppress', () => {
  const suppressing = [...providerRules, ...generalRules].filter(
    ({ means, consequence }) => (consequence ?? consequenceOf[means]) === 'suppress',
  )

  expect(new Set(suppressing.map(({ means }) => means))).toEqual(new Set(['unknown_mailbox', 'disabled_mailbox']))
})

test('a rejection has a consequence', () => {
  expect(classify('550 5.1.1 User unknown').consequence).toBe('suppress')
  expect(classify('552 5.2.2 Mailbox full').consequence).toBe('retry')
  expect(classify('550 5.7.1 Sending rate exceeded. Please slow down.').consequence).toBe('pause')
  expect(classify('554 5.7.1 Client host blocked using zen.spamhaus.org').consequence).toBe('tell_operator')
  expect(classify('554 Transaction failed').consequence).toBe('none')
})

test.each<[string, BounceClass]>([
  ['554 5.7.1 Go away', 'policy'],
  ['554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org', 'blocked'],
  ['550 No such user', 'policy'],
  ['554', 'policy'],
])('a refused session is about us: %s is %s', (text, bounce) => {
  expect(classifyRefusedSession(replyOf(text))).toMatchObject({ bounce, suppress: false })
})

test('simplified text has no accents, addresses, codes and brackets', () => {
  expect(simplify('550-5.1.1 <Ada@Far.Example>... Boîte "pleine" (#5.2.2)')).toEqual({
    text: 'boite pleine #',
    enhanced: '1.1',
    isTemporary: false,
  })
})

const pieces = [
  ...['a', ' ', '1', '.', '<', '@', 'a@', '5.1.1 ', 'user ', 'user is ', 'message ', 'mailbox full ', 'ip ', 'sender '],
  ...['your ip address ', 'exceeded ', 'too many ', 'relay ', 'over the ', 'domain ', 'mail from ', 'é', '"', "'"],
]

test('no rule is slow on hostile text', () => {
  const texts = pieces.map(piece => simplify(`550 ${piece.repeat(2_000 / piece.length)}`).text)
  const expressions = [...providerRules, ...generalRules, ...deferrals]
    .flatMap(rule => [rule.text, rule.unless])
    .filter(one => one !== undefined)

  for (const expression of new Set(expressions))
    for (const text of texts)
      expect(
        msFor(() => expression.test(text)),
        `${expression} ${text.slice(0, 20)}`,
      ).toBeLessThan(2)
})

/** The best of three, because the first run compiles the expression. */
function msFor(work: () => unknown): number {
  return Math.min(
    ...[0, 1, 2].map(() => {
      const start = cpuNow()
      work()
      return cpuNow() - start
    }),
  )
}

test('a long reply is classified quickly', () => {
  expect(msFor(() => classify(`550 ${'user '.repeat(100_000)}`))).toBeLessThan(10)
})
