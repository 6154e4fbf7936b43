import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../../../sinks/smtp-sink.ts'
import type { SmtpSinkOptions } from '../../../../sinks/smtp-sink-connection.ts'
import { longTimeouts, shortMessage, transmissionTo } from '../../../testing/smtp-transmission.ts'
import { type RelayOptions, relayTransport } from './relay.ts'
import { labelFor } from './relay-label.ts'

const relayTo = (sink: SmtpSink, changes: Partial<RelayOptions> = {}) =>
  relayTransport({ url: sink.url, hostname: 'us.example', final: true, timeouts: longTimeouts, ...changes })

async function startBoth(
  options: SmtpSinkOptions = {},
  changes: (sink: SmtpSink) => Partial<RelayOptions> = () => ({}),
) {
  const sink = await startSmtpSink({ tls: 'off', ...options })
  const relay = relayTo(sink, changes(sink))
  return {
    sink,
    relay,
    [Symbol.asyncDispose]: () => relay[Symbol.asyncDispose]().then(() => sink[Symbol.asyncDispose]()),
  }
}

describe('what is sent', () => {
  test.each([
    ['beyond ASCII is announced as 8BITMIME', Buffer.from('A: b\r\n\r\nGr\xfc\xdfe\r\n', 'latin1'), true],
    ['in ASCII is not', shortMessage, false],
  ])('%s, and arrives byte for byte', async (_, message, is8Bit) => {
    await using both = await startBoth()

    await both.relay.send(transmissionTo(['ada@example.com'], { message }))

    expect(both.sink.messages).toMatchObject([{ is8Bit, raw: message }])
  })

  test.each([true, false])('arrives unchanged (pipelining: %s)', async pipelining => {
    await using both = await startBoth({ pipelining })

    const outcomes = await both.relay.send(transmissionTo(['Grace.Hopper+navy@Example.COM', 'ada@example.com']))

    expect(outcomes.map(outcome => outcome.kind)).toEqual(['accepted', 'accepted'])
    expect(both.sink.messages).toMatchObject([
      {
        mailFrom: 'bounces@us.example',
        rcptTo: ['Grace.Hopper+navy@Example.COM', 'ada@example.com'],
        raw: shortMessage,
        ehlo: 'us.example',
      },
    ])
  })

  test('has a label with the email id for a provider', async () => {
    await using both = await startBoth({}, () => ({ label: labelFor('smtp.postmarkapp.com') }))
    const transmission = transmissionTo(['ada@example.com'])

    await both.relay.send(transmission)

    expect(both.sink.messages[0]?.raw.toString()).toBe(
      `X-PM-Metadata-posthorn-email: ${transmission.emailId}\r\n${transmission.message}`,
    )
  })

  test('has the null sender when there is no return path', async () => {
    await using both = await startBoth()

    await both.relay.send(transmissionTo(undefined, { returnPath: '' }))

    expect(both.sink.messages[0]?.mailFrom).toBe('')
  })

  test('may be large', async () => {
    await using both = await startBoth()
    const message = Buffer.from(`Subject: Large\r\n\r\n${'.dots and more dots\r\n'.repeat(400_000)}`)

    const [outcome] = await both.relay.send(transmissionTo(undefined, { message }))

    expect(outcome?.kind).toBe('accepted')
    expect(both.sink.messages[0]?.raw.equals(message)).toBe(true)
  })

  test('never has an invalid address', async () => {
    await using both = await startBoth()
    const send = (address: string) => async () => both.relay.send(transmissionTo([address]))

    await expect(send('a@example.com>\r\nRCPT TO:<b@example.com')).rejects.toThrow('Not an address')
    await expect(send('Ada <ada@example.com>')).rejects.toThrow('Not an address')
    expect(both.sink.commands).toEqual([])
  })
})

describe('an attempt', () => {
  test('records host, TLS, reply and duration', async () => {
    await using both = await startBoth({ tls: 'starttls' })

    const [outcome] = await both.relay.send(transmissionTo())

    expect(outcome?.attempt).toEqual({
      transport: 'relay',
      host: `127.0.0.1:${both.sink.port}`,
      tls: 'TLSv1.3',
      reply: '250 2.0.0 Kept',
      durationMs: expect.any(Number),
    })
  })

  test('counts as delivered only if the relay is the final destination', async () => {
    await using sink = await startSmtpSink()
    await using final = relayTo(sink)
    await using relaying = relayTo(sink, { final: false })

    expect([final.accepted, relaying.accepted]).toEqual(['delivered', 'sent'])
  })

  test('has the same destination for every address', async () => {
    await using both = await startBoth()

    expect(both.relay.destinationOf('a@example.com')).toBe(both.relay.destinationOf('b@example.org'))
  })
})

describe('the final dot', () => {
  test.each(['Good morning\r\n', 'Good morning', 'Good morning\r\n.'])('of %j waits for permission', async text => {
    const permission = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await using both = await startBoth()
    // A large message: a small one waits as a whole.
    const message = Buffer.from(`Subject: Hello\r\n\r\n${'All work and no play\r\n'.repeat(4_000)}${text}`)
    const onTheWire = message.toString().replace('\r\n.', '\r\n..')
    const beforeFinalDot = () => {
      asked.resolve()
      return permission.promise
    }

    const sending = both.relay.send(transmissionTo(undefined, { message, beforeFinalDot }))
    await asked.promise
    await vi.waitFor(() => expect(both.sink.unfinished().map(String)).toEqual([onTheWire]))
    await new Promise(resolve => setTimeout(resolve, 50))

    expect(both.sink.unfinished().map(String)).toEqual([onTheWire])
    expect(both.sink.messages).toEqual([])
    permission.resolve()
    expect(await sending).toMatchObject([{ kind: 'accepted' }])
    expect(both.sink.received).toBe(1)
  })

  test('is sent together with the whole of a small message', async () => {
    const permission = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await using both = await startBoth()
    const beforeFinalDot = () => {
      asked.resolve()
      return permission.promise
    }

    const sending = both.relay.send(transmissionTo(undefined, { beforeFinalDot }))
    await asked.promise
    await new Promise(resolve => setTimeout(resolve, 50))

    expect(both.sink.unfinished().map(String)).toEqual([''])
    permission.resolve()
    expect(await sending).toMatchObject([{ kind: 'accepted' }])
    expect(both.sink.messages).toMatchObject([{ raw: shortMessage }])
  })

  describe('over a connection that has accepted a message', () => {
    const large = Buffer.alloc(70_000, 'x\r\n')

    test.each([
      ['is requested while the peer processes the envelope', shortMessage, 1],
      ['of a large message is requested after the message is sent', large, 0],
    ])('%s', async (_, message, times) => {
      await using both = await startBoth()
      await both.relay.send(transmissionTo())
      let asked = 0
      const beforeFinalDot = async () => void asked++

      const outcomes = await both.relay.send(transmissionTo(['451-rcpt@example.com'], { message, beforeFinalDot }))

      expect(outcomes).toMatchObject([{ kind: 'deferred', inDoubt: false }])
      expect(asked).toBe(times)
    })

    test('may be refused if the peer has rejected the message anyway', async () => {
      await using both = await startBoth()
      await both.relay.send(transmissionTo())
      const beforeFinalDot = () => Promise.reject(new Error('The lease is gone'))

      const sending = both.relay.send(transmissionTo(['550-rcpt@example.com'], { beforeFinalDot }))

      expect(await sending).toMatchObject([{ kind: 'rejected' }])
      expect(await both.relay.send(transmissionTo())).toMatchObject([{ kind: 'accepted' }])
    })

    test('is not sent without permission', async () => {
      await using both = await startBoth()
      await both.relay.send(transmissionTo())
      const noPermission = new Error('The lease is gone')

      const sending = both.relay.send(transmissionTo(undefined, { beforeFinalDot: () => Promise.reject(noPermission) }))

      await expect(sending).rejects.toBe(noPermission)
      expect(both.sink.received).toBe(1)
    })
  })

  test('is never sent without permission, and the connection is closed', async () => {
    await using both = await startBoth()
    const noPermission = new Error('The lease is gone')

    const sending = both.relay.send(transmissionTo(undefined, { beforeFinalDot: () => Promise.reject(noPermission) }))

    await expect(sending).rejects.toBe(noPermission)
    await vi.waitFor(() => expect(both.sink.connections.now).toBe(0))
    expect(both.sink.received).toBe(0)
    expect(await both.relay.send(transmissionTo())).toMatchObject([{ kind: 'accepted' }])
  })

  test('is not requested if the peer disconnects during the message', async () => {
    await using both = await startBoth({ script: { body: { after: 'reset' } } })
    let asked = 0
    const message = Buffer.alloc(20_000_000, 'x\r\n')

    const outcomes = await both.relay.send(
      transmissionTo(undefined, { message, beforeFinalDot: async () => void asked++ }),
    )

    expect(outcomes).toMatchObject([{ kind: 'deferred', inDoubt: false }])
    expect(asked).toBe(0)
  })

  test('is not sent if the peer disconnects while we wait for permission', async () => {
    await using both = await startBoth()
    const permission = Promise.withResolvers<void>()
    const beforeFinalDot = () => {
      both.sink.resetAll()
      return permission.promise
    }

    const outcomes = await both.relay.send(transmissionTo(undefined, { beforeFinalDot }))
    permission.resolve()

    expect(outcomes).toMatchObject([{ kind: 'deferred', inDoubt: false }])
  })
})

describe('recipients', () => {
  const five = ['a@example.com', 'b@example.com', '550-rcpt@example.com', '451-rcpt@example.com', 'c@example.com']

  test.each([true, false])('that are rejected do not stop the others (pipelining: %s)', async pipelining => {
    await using both = await startBoth({ pipelining })

    const outcomes = await both.relay.send(transmissionTo(five))

    expect(outcomes.map(outcome => outcome.kind)).toEqual(['accepted', 'accepted', 'rejected', 'deferred', 'accepted'])
    expect(outcomes[2]).toMatchObject({
      bounce: 'unknown_mailbox',
      suppress: true,
      attempt: { reply: expect.stringMatching(/^550 5.1.1/) },
    })
    expect(outcomes[3]).toMatchObject({ because: 'message', inDoubt: false })
    expect(both.sink.messages.map(message => message.rcptTo)).toEqual([
      ['a@example.com', 'b@example.com', 'c@example.com'],
    ])
  })

  test.each([true, false])('that are all rejected leave the connection usable (pipelining: %s)', async pipelining => {
    await using both = await startBoth({ pipelining })

    const refused = await both.relay.send(transmissionTo(['550-rcpt@example.com', '452-rcpt@example.com']))
    const next = await both.relay.send(transmissionTo())

    expect(refused.map(outcome => outcome.kind)).toEqual(['rejected', 'deferred'])
    expect(next).toMatchObject([{ kind: 'accepted' }])
    expect(both.sink.connections.total).toBe(1)
  })

  test('that are all rejected get nothing, even if the peer accepts DATA', async () => {
    await using both = await startBoth({
      script: at => (at.stage === 'rcpt' ? { reply: '550 5.1.1 No', raw: '550 5.1.1 No\r\n' } : undefined),
    })

    const outcomes = await both.relay.send(transmissionTo())

    expect(outcomes).toMatchObject([{ kind: 'rejected' }])
  })

  test('are rejected without sending if the message is larger than the peer accepts', async () => {
    await using both = await startBoth({ extensions: ['SIZE 1000'] })
    const message = Buffer.alloc(1_001, 'x')

    const outcomes = await both.relay.send(transmissionTo(['a@example.com', 'b@example.com'], { message }))

    expect(outcomes).toMatchObject([
      { kind: 'rejected', bounce: 'too_large', suppress: false },
      { kind: 'rejected', bounce: 'too_large', suppress: false },
    ])
    expect(both.sink.commands.map(command => command.line)).toEqual(['EHLO us.example'])
    expect(await both.relay.send(transmissionTo())).toMatchObject([{ kind: 'accepted' }])
  })
})

describe('connections', () => {
  test('are reused', async () => {
    await using both = await startBoth()

    for (let sent = 0; sent < 5; sent++) await both.relay.send(transmissionTo())

    expect(both.sink).toMatchObject({ received: 5, connections: { total: 1 } })
  })

  test('are replaced after 100 messages', async () => {
    await using both = await startBoth()

    for (let sent = 0; sent < 101; sent++) await both.relay.send(transmissionTo())

    expect(both.sink).toMatchObject({ received: 101, connections: { total: 2 } })
  })

  test('are closed after some idle seconds', async () => {
    await using both = await startBoth()

    await both.relay.send(transmissionTo())

    expect(both.sink.connections.now).toBe(1)
    await vi.waitFor(() => expect(both.sink.connections.now).toBe(0), { timeout: 10_000 })
    expect(both.sink.commands.at(-1)?.line).toBe('QUIT')
  })

  test('never exceed the limit', async () => {
    await using both = await startBoth({ script: { dot: { delayMs: 5 } } }, sink => ({
      url: `${sink.url}?connections=3`,
    }))

    const outcomes = await Promise.all(Array.from({ length: 30 }, () => both.relay.send(transmissionTo())))

    expect(outcomes.flat().every(outcome => outcome.kind === 'accepted')).toBe(true)
    expect(both.sink).toMatchObject({ received: 30, connections: { peak: 3, total: 3 } })
  })

  test('that the peer has closed meanwhile do not count as an attempt', async () => {
    await using both = await startBoth()
    await both.relay.send(transmissionTo())

    both.sink.resetAll()
    const outcomes = await both.relay.send(transmissionTo())

    expect(outcomes).toMatchObject([{ kind: 'accepted' }])
    expect(both.sink).toMatchObject({ received: 2, connections: { total: 2 } })
  })

  test.each([
    ['resets', { after: 'reset' as const }],
    ['closes', { after: 'close' as const }],
    ['says 421', { reply: '421 4.4.2 Idle for too long', after: 'close' as const }],
  ])('that the peer %s at the next MAIL do not count as an attempt', async (_, act) => {
    let mails = 0
    await using both = await startBoth({ script: at => (at.stage === 'mail' && ++mails === 2 ? act : undefined) })
    await both.relay.send(transmissionTo())

    const outcomes = await both.relay.send(transmissionTo())

    expect(outcomes).toMatchObject([{ kind: 'accepted' }])
    expect(both.sink).toMatchObject({ received: 2, connections: { total: 2 } })
  })

  test('that the peer says 421 to, but does not close, are closed by us', async () => {
    let mails = 0
    const busy = { reply: '421 4.4.2 Idle for too long' }
    await using both = await startBoth({ script: at => (at.stage === 'mail' && ++mails === 2 ? busy : undefined) })
    await both.relay.send(transmissionTo())

    const outcomes = await both.relay.send(transmissionTo())

    expect(outcomes).toMatchObject([{ kind: 'accepted' }])
    await vi.waitFor(() => expect(both.sink.connections.now).toBe(1), { timeout: 2_000 })
  })

  test('that fail when new count as an attempt', async () => {
    await using both = await startBoth({ script: { mail: { after: 'reset' } } })

    const outcomes = await both.relay.send(transmissionTo())

    expect(outcomes).toMatchObject([{ kind: 'deferred', because: 'destination' }])
    expect(both.sink.connections.total).toBe(1)
  })

  test('are closed with QUIT at the end, after messages in progress', async () => {
    const sink = await startSmtpSink({ tls: 'off', script: { dot: { delayMs: 50 } } })
    const relay = relayTo(sink)

    const sending = relay.send(transmissionTo())
    await vi.waitFor(() => expect(sink.commands.at(-1)?.line).toBe('DATA'))
    await relay[Symbol.asyncDispose]()

    expect(await sending).toMatchObject([{ kind: 'accepted' }])
    await vi.waitFor(() => expect(sink.connections.now).toBe(0))
    expect(sink.commands.at(-1)?.line).toBe('QUIT')
    await sink[Symbol.asyncDispose]()
  })

  test('that are refused defer because of the destination', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    await new Promise(resolve => server.close(resolve))
    await using relay = relayTransport({ url: `smtp://127.0.0.1:${port}`, hostname: 'us.example', final: true })

    const outcomes = await relay.send(transmissionTo())

    expect(outcomes).toMatchObject([
      {
        kind: 'deferred',
        because: 'destination',
        inDoubt: false,
        attempt: { reply: expect.stringContaining('ECONNREFUSED') },
      },
    ])
  })
})
