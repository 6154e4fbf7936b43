import { expect, test } from 'vitest'
import { startSmtpSink } from '../../../../sinks/smtp-sink.ts'
import { longTimeouts, transmissionTo } from '../../../testing/smtp-transmission.ts'
import { relayTransport } from './relay.ts'

const sequences = [
  '\r\n.\r\n',
  '\n.\n',
  '\n.\r\n',
  '\r\n.\n',
  '\r.\r',
  '\r.\r\n',
  '\r\n.\r',
  '\n.\r',
  '\r.\n',
  '\r\r\n.\r\r\n',
  '\n\r.\n\r',
  '\r\n\0.\r\n',
]
const secondMessage =
  'MAIL FROM:<mallory@evil.example>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nSubject: Forged\r\n\r\nHello\r\n.\r\n'
/** Everything that a lax receiver could take for the end of a message. */
const anyEnd = /(?:\r\n|\r|\n)\.(?:\r\n|\r|\n)/

test.each(sequences)('%j in a message does not end it', async sequence => {
  await using sink = await startSmtpSink({ tls: 'off' })
  await using relay = relayTransport({ url: sink.url, hostname: 'us.example', final: true, timeouts: longTimeouts })
  // A large message: the sink sees a smaller one only when it has ended.
  const start = `Subject: Hello\r\n\r\n${'All work and no play\r\n'.repeat(4_000)}Good morning`
  const message = Buffer.from(`${start}${sequence}${secondMessage}`)
  let onTheWire = ''
  const beforeFinalDot = async () => {
    await expect.poll(() => sink.unfinished().join('')).toContain('Forged')
    onTheWire = sink.unfinished().join('')
  }

  const outcomes = await relay.send(transmissionTo(undefined, { message, beforeFinalDot }))

  expect(outcomes).toMatchObject([{ kind: 'accepted' }])
  expect(sink.messages.map(one => one.rcptTo)).toEqual([['grace@example.com']])
  expect(onTheWire).not.toMatch(anyEnd)
  expect(onTheWire.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('a sequence across two blocks does not end the message', async () => {
  await using sink = await startSmtpSink({ tls: 'off' })
  await using relay = relayTransport({ url: sink.url, hostname: 'us.example', final: true, timeouts: longTimeouts })
  const messages = [0, 1, 2, 3, 4].map(cut => Buffer.from(`${'x'.repeat(65_536 - cut)}\r\n.\r\n${secondMessage}`))

  for (const message of messages) await relay.send(transmissionTo(undefined, { message }))

  expect(sink.messages.map(one => one.raw.toString())).toEqual(messages.map(String))
})
