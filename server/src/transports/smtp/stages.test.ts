/** Whatever a peer does at any stage: one outcome for each recipient, in doubt only after the final dot. */
import { describe, expect, test, vi } from 'vitest'
import type { Act, Stage } from '../../../../sinks/smtp-script.ts'
import { startSmtpSink } from '../../../../sinks/smtp-sink.ts'
import { longTimeouts, shortTimeouts, transmissionTo } from '../../../testing/smtp-transmission.ts'
import type { Outcome, Transmission } from '../transport.ts'
import { relayTransport } from './relay.ts'
import type { Timeouts } from './timeouts.ts'

type Peer = { stage: Stage; act: Act; pipelining?: boolean; timeouts?: Timeouts }

async function sendTo({ stage, act, pipelining = true, timeouts = longTimeouts }: Peer, transmission: Transmission) {
  await using sink = await startSmtpSink({ tls: 'off', pipelining, script: { [stage]: act } })
  await using relay = relayTransport({ url: sink.url, hostname: 'us.example', final: true, timeouts })
  return { outcomes: await relay.send(transmission), received: sink.received }
}

const setUp: Stage[] = ['banner', 'ehlo']
const perMessage: Stage[] = ['mail', 'rcpt', 'data', 'dot']
const everyStage = [...setUp, ...perMessage]
const pipelinings = [true, false]
const both = ['grace@example.com', 'ada@example.com']

const deferred = (because: 'destination' | 'message', inDoubt = false) =>
  ({ kind: 'deferred', because, inDoubt }) as const

/** The outcome when the peer stops answering at this stage. */
const interruptedAt = (stage: Stage) =>
  deferred(setUp.includes(stage) || stage === 'mail' ? 'destination' : 'message', stage === 'dot')

describe.each(pipelinings)('with pipelining %s', pipelining => {
  test.each(everyStage)('a 451 at %s defers', async stage => {
    const { outcomes } = await sendTo({ stage, act: { reply: '451 4.7.1 Later' }, pipelining }, transmissionTo(both))

    const expected = deferred(setUp.includes(stage) ? 'destination' : 'message')
    expect(outcomes).toMatchObject([expected, expected])
    expect(outcomes[0]?.attempt.reply).toBe('451 4.7.1 Later')
  })

  test.each(everyStage)('a 421 at %s defers because of the destination', async stage => {
    const act = { reply: '421 4.3.2 Closing', after: 'close' } as const
    const { outcomes } = await sendTo({ stage, act, pipelining }, transmissionTo(both))

    // RCPT is answered only once: for the second recipient the connection is lost.
    expect(outcomes[0]).toMatchObject(deferred('destination'))
    expect(outcomes[1]).toMatchObject({ kind: 'deferred', inDoubt: false })
    expect(outcomes[0]?.attempt.reply).toBe('421 4.3.2 Closing')
  })

  test.each(perMessage)('a 554 at %s rejects', async stage => {
    const { outcomes } = await sendTo({ stage, act: { reply: '554 5.7.1 Never' }, pipelining }, transmissionTo(both))

    const expected = { kind: 'rejected', bounce: 'policy', suppress: false, attempt: { reply: '554 5.7.1 Never' } }
    expect(outcomes).toMatchObject([expected, expected])
  })

  test.each([
    ['mail', ['ada@a.example'], false],
    ['rcpt', ['ada@a.example', 'bob@a.example'], true],
    ['dot', ['ada@a.example'], true],
    ['dot', ['ada@a.example', 'bob@a.example'], false],
  ] as const)('an unknown mailbox at %s for %j: suppressed %j', async (stage, recipients, suppress) => {
    const act = { reply: '550 5.1.1 User unknown' }

    const { outcomes } = await sendTo({ stage, act, pipelining }, transmissionTo([...recipients]))

    expect(outcomes[0]).toMatchObject({ kind: 'rejected', suppress })
  })

  test.each(setUp)('a 554 at %s is about us: the relay is retried', async stage => {
    const { outcomes } = await sendTo({ stage, act: { reply: '554 5.7.1 Never' }, pipelining }, transmissionTo(both))

    expect(outcomes).toMatchObject([deferred('destination'), deferred('destination')])
    expect(outcomes[0]?.attempt.reply).toBe('554 5.7.1 Never')
  })

  test.each(everyStage)('a reset at %s defers, in doubt only after the dot', async stage => {
    const { outcomes } = await sendTo({ stage, act: { after: 'reset' }, pipelining }, transmissionTo(both))

    expect(outcomes).toMatchObject([interruptedAt(stage), interruptedAt(stage)])
  })

  test.each(everyStage)('a disconnect at %s defers, in doubt only after the dot', async stage => {
    const { outcomes } = await sendTo({ stage, act: { after: 'close' }, pipelining }, transmissionTo(both))

    expect(outcomes).toMatchObject([interruptedAt(stage), interruptedAt(stage)])
  })

  test.each(everyStage)('silence at %s defers, in doubt only after the dot', async stage => {
    const peer = { stage, act: { after: 'stall' }, pipelining, timeouts: shortTimeouts } as const
    const { outcomes } = await sendTo(peer, transmissionTo(both))

    expect(outcomes).toMatchObject([interruptedAt(stage), interruptedAt(stage)])
    expect(outcomes[0]?.attempt.reply).toContain('took too long')
  })

  test.each(everyStage)('a reply at %s that arrives byte by byte runs into the timeout', async stage => {
    const act = { reply: '250 2.0.0 Very well', byteEveryMs: 100 }
    const { outcomes } = await sendTo({ stage, act, pipelining, timeouts: shortTimeouts }, transmissionTo(both))

    expect(outcomes).toMatchObject([interruptedAt(stage), interruptedAt(stage)])
  })
})

test('a message that was stored before the connection was lost is in doubt', async () => {
  const { outcomes, received } = await sendTo(
    { stage: 'dot', act: { after: 'reset', store: true } },
    transmissionTo(both),
  )

  expect(received).toBe(1)
  expect(outcomes).toMatchObject([deferred('message', true), deferred('message', true)])
})

test('a peer that stops reading the message times out, and nothing is in doubt', async () => {
  const message = Buffer.alloc(20_000_000, 'All work and no play\r\n')
  const peer = { stage: 'body', act: { after: 'stall' }, timeouts: shortTimeouts } as const
  const { outcomes } = await sendTo(peer, transmissionTo(both, { message }))

  expect(outcomes).toMatchObject([deferred('message'), deferred('message')])
})

test('a rejection before the message is complete counts, and the connection is closed', async () => {
  await using sink = await startSmtpSink({ tls: 'off', script: { body: { raw: '552 5.3.4 Enough\r\n' } } })
  await using relay = relayTransport({ url: sink.url, hostname: 'us.example', final: true, timeouts: longTimeouts })
  const permission = new Promise<void>(() => {})
  const message = Buffer.alloc(100_000, 'All work and no play\r\n')

  const outcomes = await relay.send(transmissionTo(both, { message, beforeFinalDot: () => permission }))

  const tooLarge = { kind: 'rejected', bounce: 'too_large', suppress: false }
  expect(outcomes).toMatchObject([tooLarge, tooLarge])
  await vi.waitFor(() => expect(sink.connections.now).toBe(0))
})

test.each<[Stage, keyof Timeouts]>([
  ['banner', 'reply'],
  ['mail', 'reply'],
  ['rcpt', 'reply'],
  ['data', 'dataStart'],
  ['dot', 'finalDot'],
])('%s has its own timeout: %s', async (stage, name) => {
  const waitsLonger = { ...shortTimeouts, [name]: 10_000 }
  const waitsLess = { ...longTimeouts, [name]: 100 }

  const late = await sendTo({ stage, act: { delayMs: 600 }, timeouts: waitsLonger }, transmissionTo())
  const tooLate = await sendTo({ stage, act: { delayMs: 600 }, timeouts: waitsLess }, transmissionTo())

  expect(late.outcomes).toMatchObject([{ kind: 'accepted' }])
  expect(tooLate.outcomes).toMatchObject([{ kind: 'deferred' }])
})

test('a peer that is slow at every stage runs into the session timeout', async () => {
  const script = () => ({ delayMs: 100 })
  await using sink = await startSmtpSink({ tls: 'off', script })
  const timeouts = { ...longTimeouts, session: 250 }
  await using relay = relayTransport({ url: sink.url, hostname: 'us.example', final: true, timeouts })

  const [outcome]: Outcome[] = await relay.send(transmissionTo())

  expect(outcome).toMatchObject({ kind: 'deferred' })
  expect(outcome?.attempt.durationMs).toBeLessThan(5_000)
})
