import { expect, test } from 'vitest'
import { simulatedTransport } from './simulated.ts'

const send = (transport: ReturnType<typeof simulatedTransport>, recipients: readonly string[], attempts = 0) =>
  transport.send({
    emailId: 'email',
    environmentId: 'environment',
    returnPath: 'shop@acme.test',
    recipients,
    attempts: recipients.map(() => attempts),
    message: Buffer.alloc(0),
    beforeFinalDot: async () => {},
  })

test.each([
  ['delivered@example.com', { kind: 'accepted' }],
  ['anybody@acme.com', { kind: 'accepted' }],
  ['opened@example.com', { kind: 'accepted', aftermath: 'opened' }],
  ['clicked@example.com', { kind: 'accepted', aftermath: 'clicked' }],
  ['complained@example.com', { kind: 'accepted', aftermath: 'complained' }],
  [
    'bounced@example.com',
    { kind: 'rejected', bounce: 'unknown_mailbox', attempt: { reply: expect.stringMatching(/^550 /) } },
  ],
  ['failed@example.com', { kind: 'rejected', failed: true, suppress: false }],
  ['delayed@example.com', { kind: 'deferred', because: 'message', inDoubt: false }],
  [
    'outlook-s3150@example.com',
    { kind: 'rejected', suppress: false, attempt: { reply: expect.stringMatching(/S3150/) } },
  ],
  ['bounces-late@shop.test', { kind: 'accepted', aftermath: 'bounced' }],
  ['complains+1@shop.test', { kind: 'accepted', aftermath: 'complained' }],
])('%s has its outcome', async (address, outcome) => {
  const [only] = await send(simulatedTransport(), [address])

  expect(only).toMatchObject(outcome)
})

test('each recipient gets its own outcome, in order', async () => {
  const outcomes = await send(simulatedTransport(), ['bounced@example.com', 'ada@acme.com', 'delayed@example.com'])

  expect(outcomes.map(({ kind }) => kind)).toEqual(['rejected', 'accepted', 'deferred'])
})

test.each([
  ['delayed', ['deferred', 'accepted', 'accepted']],
  ['greylist', ['deferred', 'accepted', 'accepted']],
  ['yahoo-defers', ['deferred', 'accepted', 'accepted']],
  ['gmail-throttles', ['deferred', 'deferred', 'deferred', 'accepted']],
  ['mailbox-full', ['deferred', 'deferred', 'deferred', 'deferred']],
])('%s, attempt by attempt', async (word, expected) => {
  const kinds = expected.map(async (_, attempts) => {
    const [outcome] = await send(simulatedTransport(), [`${word}@example.com`], attempts)
    return outcome?.kind
  })

  expect(await Promise.all(kinds)).toEqual(expected)
})
