/** Malformed replies defer the message, and cost neither much time nor memory. */
import { describe, expect, test, vi } from 'vitest'
import type { Act, Stage } from '../../../../sinks/smtp-script.ts'
import { startSmtpSink } from '../../../../sinks/smtp-sink.ts'
import { longTimeouts, transmissionTo } from '../../../testing/smtp-transmission.ts'
import { relayTransport } from './relay.ts'

const malformed: [string, string | Buffer][] = [
  ['no code', 'Hello there\r\n'],
  ['a line of 1 MB', Buffer.alloc(1_000_000, '2')],
  ['lines of 1 MB', Buffer.alloc(1_000_000, '250-More\r\n')],
  ['empty lines of 1 MB', Buffer.alloc(1_000_000, '\r\n')],
  ['a NUL', '250 Ye\0s\r\n'],
  ['lines with two codes', '250-Yes\r\n550 No\r\n'],
  ['an undefined code', '999 Yes\r\n'],
  ['a code that does not fit', '354 Yes\r\n'],
]
const stages: Stage[] = ['banner', 'ehlo', 'mail', 'rcpt', 'data', 'dot']
const cases = stages.flatMap(stage => malformed.map(([name, raw]) => [name, stage, raw] as const))

async function sendTo(script: Partial<Record<Stage, Act>>, pipelining = true) {
  await using sink = await startSmtpSink({ tls: 'off', script, pipelining })
  await using relay = relayTransport({ url: sink.url, hostname: 'us.example', final: true, timeouts: longTimeouts })
  const outcomes = await relay.send(transmissionTo(['grace@example.com', 'ada@example.com']))
  await vi.waitFor(() => expect(sink.connections.now).toBe(0), { timeout: 10_000, interval: 5 })
  return outcomes
}

describe.each([true, false])('with pipelining %s', pipelining => {
  test.each(cases.filter(([name, stage]) => !(name === 'a code that does not fit' && stage === 'data')))(
    '%s at %s defers and ends the connection',
    async (_, stage, raw) => {
      const outcomes = await sendTo({ [stage]: { raw } }, pipelining)

      const expected = { kind: 'deferred', inDoubt: stage === 'dot' }
      expect(outcomes).toMatchObject([expected, expected])
    },
  )

  test.each(stages.filter(stage => stage !== 'dot'))('one reply too many at %s defers', async stage => {
    const usual = stage === 'banner' ? '220 Hello' : stage === 'data' ? '354 Go on' : '250 Yes'
    const outcomes = await sendTo({ [stage]: { raw: `${usual}\r\n250 And yes\r\n250 And yes\r\n` } }, pipelining)

    expect(outcomes).toMatchObject([
      { kind: 'deferred', inDoubt: false },
      { kind: 'deferred', inDoubt: false },
    ])
  })

  test('after the dot, the first reply counts even if another follows', async () => {
    const outcomes = await sendTo({ dot: { raw: '250 Yes\r\n250 And yes\r\n' } }, pipelining)

    expect(outcomes).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }])
  })
})

test('a positive reply before the message is complete is ignored', async () => {
  await using sink = await startSmtpSink({ tls: 'off', script: { data: { raw: '354 Go on\r\n250 Thank you\r\n' } } })
  await using relay = relayTransport({ url: sink.url, hostname: 'us.example', final: true, timeouts: longTimeouts })
  let asked = 0

  const outcomes = await relay.send(transmissionTo(undefined, { beforeFinalDot: async () => void asked++ }))

  expect(outcomes).toMatchObject([{ kind: 'deferred', inDoubt: false }])
  expect(sink.received).toBe(0)
  expect(asked).toBe(0)
})
