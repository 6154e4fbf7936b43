import { expect, test } from 'vitest'
import { simulatedTransport } from './simulated.ts'

const send = (transport: ReturnType<typeof simulatedTransport>, recipients: readonly string[], emailId = 'email') =>
  transport.send({
    emailId,
    environmentId: 'environment',
    returnPath: 'shop@acme.test',
    recipients,
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
])('%s does what it says', async (address, outcome) => {
  const [only] = await send(simulatedTransport(), [address])

  expect(only).toMatchObject(outcome)
})

test('each recipient gets its own outcome, in their order', async () => {
  const outcomes = await send(simulatedTransport(), ['bounced@example.com', 'ada@acme.com', 'delayed@example.com'])

  expect(outcomes.map(({ kind }) => kind)).toEqual(['rejected', 'accepted', 'deferred'])
})

test('a delayed message gets through at the second attempt, and the next one is delayed again', async () => {
  const transport = simulatedTransport()
  const kinds = async (emailId: string) =>
    (await send(transport, ['delayed@example.com', 'delayed+2@example.com'], emailId)).map(({ kind }) => kind)

  expect(await kinds('one')).toEqual(['deferred', 'deferred'])
  expect(await kinds('two')).toEqual(['deferred', 'deferred'])
  expect(await kinds('one')).toEqual(['accepted', 'accepted'])
  expect(await kinds('two')).toEqual(['accepted', 'accepted'])
})

test('nothing that is delayed is remembered for ever', async () => {
  const transport = simulatedTransport()
  for (let nth = 0; nth <= 10_000; nth++) await send(transport, ['delayed@example.com'], `${nth}`)

  const [forgotten] = await send(transport, ['delayed@example.com'], '0')

  expect(forgotten?.kind).toBe('deferred')
})
