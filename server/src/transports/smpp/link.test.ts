import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { startSmsc } from '../../../../sinks/smsc.ts'
import { carrierTo, startBoth } from '../../../testing/smpp.ts'
import { trustTheSink } from '../../../testing/trust-the-sink.ts'

const credentials = { systemId: 'us', password: 'secret' }

describe('a carrier', () => {
  test('binds on start, as a transceiver with its credentials', async () => {
    await using both = await startBoth({ credentials }, { query: '?system_type=VMS' })

    await vi.waitFor(() => expect(both.log).toEqual(['Carrier bound']))

    expect(both.smsc.binds).toMatchObject([{ ...credentials, systemType: 'VMS', mode: 'transceiver' }])
  })

  test('lets messages wait for a bind in progress', async () => {
    await using both = await startBoth()

    expect(await both.submit('at once')).toMatchObject([{ kind: 'accepted' }])
  })

  test('limits how long they wait', async () => {
    await using deaf = await listen(() => {})
    await using far = carrierTo(`smpp://us:secret@127.0.0.1:${deaf.port}`, { timing: { bind: 100, answer: 60_000 } })
    const begun = performance.now()

    expect(await far.submit('Hello')).toMatchObject([{ kind: 'deferred', because: 'destination', inDoubt: false }])
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  test.each([
    [0x0d, 'ESME_RBINDFAIL (0x0D)'],
    [0x0e, 'ESME_RINVPASWD (0x0E)'],
  ])('that is refused with %i logs it once over several retries, and defers messages', async (status, shown) => {
    await using both = await startBoth({ onBind: () => status }, { timing: { retry: [1, 60] } })

    await vi.waitFor(() => expect(both.smsc.binds.length).toBeGreaterThanOrEqual(4))
    const outcomes = await both.submit('Hello')

    expect(both.log).toEqual([`Carrier not bound: Bind refused: ${shown}`])
    expect(outcomes).toMatchObject([{ kind: 'deferred', because: 'destination', inDoubt: false }])
    expect(outcomes[0]?.attempt.reply).toBe(`Not bound: Bind refused: ${shown}`)
  })

  test('retries less often after a refused password than after a failed connection', async () => {
    await using refused = await startBoth({ onBind: () => 0x0e }, { timing: { retry: [1, 60_000] } })
    await using busy = await startBoth({ onBind: () => 0x08 }, { timing: { retry: [1, 60_000] } })

    await vi.waitFor(() => expect(busy.smsc.binds.length).toBeGreaterThanOrEqual(4))

    expect(refused.smsc.binds).toHaveLength(1)
  })

  test.each([
    [1, [40, 80, 160]],
    [0, [20, 40, 80]],
  ])('waits longer after each failed attempt, with chance %i at least %j ms', async (chance, waits) => {
    const at: number[] = []
    const onBind = () => {
      at.push(performance.now())
      return 0x08
    }
    await using both = await startBoth({ onBind }, { timing: { retry: [40, 10_000] }, chance: () => chance })
    await vi.waitFor(() => expect(at.length).toBeGreaterThanOrEqual(4))

    waits.forEach((wait, nth) => {
      const took = (at[nth + 1] ?? 0) - (at[nth] ?? 0)
      // Timers may be a millisecond early.
      expect(took).toBeGreaterThanOrEqual(wait - 1)
    })
    expect(both.log).toEqual(['Carrier not bound: Bind refused: ESME_RSYSERR (0x08)'])
  })

  test('binds again when the SMSC restarts on the same port', async () => {
    const smsc = await startSmsc()
    await using far = carrierTo(smsc.url)
    expect(await far.submit('before')).toMatchObject([{ kind: 'accepted' }])
    await smsc[Symbol.asyncDispose]()
    await vi.waitFor(() => expect(far.log.at(-1)).toContain('ECONNREFUSED'))

    await using back = await startSmsc({ port: smsc.port })
    await vi.waitFor(() => expect(far.log.at(-1)).toBe('Carrier bound'))

    expect(await far.submit('after')).toMatchObject([{ kind: 'accepted' }])
    expect(back.messages.map(({ text }) => text)).toEqual(['after'])
  })

  test('lets messages wait for a bind that is retried soon', async () => {
    await using both = await startBoth({}, { timing: { retry: [500, 500], bind: 5_000 } })
    await vi.waitFor(() => expect(both.log).toEqual(['Carrier bound']))

    both.smsc.resetAll()
    await vi.waitFor(() => expect(both.log).toHaveLength(2))

    expect(await both.submit('Hello')).toMatchObject([{ kind: 'accepted' }])
  })

  test('answers enquire_link', async () => {
    await using both = await startBoth()
    await both.submit('Hello')

    expect(await both.smsc.enquire()).toEqual([0])
  })

  test('answers unbind, and binds again', async () => {
    await using both = await startBoth()
    await both.submit('Hello')

    await both.smsc.unbindAll()

    await vi.waitFor(() =>
      expect(both.log).toEqual(['Carrier bound', 'Carrier not bound: unbound by the peer', 'Carrier bound']),
    )
  })

  test('refuses unknown commands, and stays bound', async () => {
    await using both = await startBoth()
    await both.submit('Hello')

    both.smsc.sendRaw(Buffer.from('00000010000007770000000000000009', 'hex'))
    // alert_notification, which needs no answer.
    both.smsc.sendRaw(Buffer.from('0000001600000102000000000000000a000000000000', 'hex'))

    expect(await both.smsc.enquire()).toEqual([0])
    expect(both.smsc.connections.total).toBe(1)
  })
})

describe('a silent peer', () => {
  test('gets enquire_link, and stays connected when it answers', async () => {
    await using both = await startBoth({}, { timing: { silence: 40 } })

    await vi.waitFor(() => expect(both.smsc.enquiries).toBeGreaterThanOrEqual(3))

    expect(both.smsc.connections.total).toBe(1)
  })

  test('gets no enquire_link while it sends', async () => {
    await using both = await startBoth({}, { timing: { silence: 500 } })
    const until = performance.now() + 700
    while (performance.now() < until) await both.submit('Hello')

    expect(both.smsc.enquiries).toBe(0)
  })

  test('that does not answer is disconnected, and a new connection is made', async () => {
    await using both = await startBoth({ answersEnquiries: false }, { timing: { silence: 40, enquire: 60 } })

    await vi.waitFor(() => expect(both.smsc.connections.total).toBeGreaterThanOrEqual(2))

    expect(both.log).toContain('Carrier not bound: no answer to enquire_link')
  })

  test('with unanswered messages gets enquire_link at once', async () => {
    await using both = await startBoth(
      { answersEnquiries: false, script: { 15550002222: { silent: true, receipts: [] } } },
      { timing: { submit: 300, enquire: 200 } },
    )

    await both.submit('Hello')

    await vi.waitFor(() => expect(both.smsc.connections.total).toBe(2))
  })
})

describe('octets that are not SMPP', () => {
  test.each([
    ['a length that is too small', Buffer.from([0, 0, 0, 4, 1, 2, 3, 4])],
    ['a length that is too large', Buffer.from('SSH-2.0-OpenSSH\r\n')],
  ])('(%s) end the connection, and there is a new one', async (_, octets) => {
    await using both = await startBoth()
    await both.submit('Hello')

    both.smsc.sendRaw(octets)

    await vi.waitFor(() => expect(both.smsc.binds).toHaveLength(2))
    await vi.waitFor(async () => expect(await both.submit('again')).toMatchObject([{ kind: 'accepted' }]))
  })

  test('instead of an answer to the bind are a failed bind', async () => {
    await using web = await listen(socket => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    await using far = carrierTo(`smpp://us:secret@127.0.0.1:${web.port}`)

    await vi.waitFor(() => expect(far.log[0]).toMatch(/does not speak SMPP/))
  })

  test('that arrive one at a time are assembled', async () => {
    await using both = await startBoth()
    await both.submit('Hello')

    for (const octet of Buffer.from('00000010000000150000000000000063', 'hex')) {
      both.smsc.sendRaw(Buffer.of(octet))
      await new Promise(resolve => setImmediate(resolve))
    }

    expect(await both.smsc.enquire()).toEqual([0])
  })
})

describe('TLS', () => {
  test('is used and reported', async () => {
    trustTheSink()
    await using both = await startBoth({ tls: true })

    expect(await both.submit('Hello')).toMatchObject([{ kind: 'accepted', attempt: { tls: 'TLSv1.3' } }])
  })

  test('requires a trusted certificate', async () => {
    await using both = await startBoth({ tls: true })

    await vi.waitFor(() => expect(both.log[0]).toMatch(/SELF_SIGNED/))
    expect(both.smsc.binds).toEqual([])
  })

  test('accepts any certificate with tls=insecure', async () => {
    await using both = await startBoth({ tls: true }, { query: '?tls=insecure' })

    expect(await both.submit('Hello')).toMatchObject([{ kind: 'accepted' }])
  })
})

describe('on shutdown', () => {
  test('submissions in flight get their answer, and waiting ones are deferred', async () => {
    const both = await startBoth({ answerDelayMs: 100 }, { query: '?window=1' })
    const first = both.submit('first')
    await both.smsc.waitFor(1)
    const second = both.submit('second')

    const ending = both.carrier[Symbol.asyncDispose]()
    const beforeSubmit = vi.fn(async () => {})
    const third = both.submitTo('+15550002222', { beforeSubmit })
    await ending

    expect(await first).toMatchObject([{ kind: 'accepted' }])
    expect(await second).toMatchObject([{ kind: 'deferred', because: 'destination', inDoubt: false }])
    expect(await third).toMatchObject([{ kind: 'deferred', attempt: { reply: 'The carrier is closing' } }])
    expect(beforeSubmit).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(both.smsc.connections.now).toBe(0))
    expect(await both.submit('later')).toMatchObject([{ kind: 'deferred', inDoubt: false }])
    expect(both.smsc.connections.total).toBe(1)
    await both.smsc[Symbol.asyncDispose]()
  })

  test('the wait for answers is limited', async () => {
    const both = await startBoth(
      { script: { 15550002222: { silent: true } }, answersEnquiries: false },
      { timing: { drain: 100, answer: 60_000, submit: 60_000 } },
    )
    const submitting = both.submit('Hello')
    await both.smsc.waitFor(1)
    const begun = performance.now()

    await both.carrier[Symbol.asyncDispose]()

    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(await submitting).toMatchObject([{ kind: 'deferred', inDoubt: true }])
    await both.smsc[Symbol.asyncDispose]()
  })

  test('the session is unbound, and nothing is retried', async () => {
    const heard: Buffer[] = []
    await using peer = await listen(socket =>
      socket.on('data', chunk => {
        heard.push(chunk)
        const answer = Buffer.from(chunk.subarray(0, 16))
        answer.writeUInt32BE(16, 0)
        answer[4] = 0x80
        socket.write(answer)
      }),
    )
    const far = carrierTo(`smpp://us:secret@127.0.0.1:${peer.port}`)
    await vi.waitFor(() => expect(far.log).toEqual(['Carrier bound']))

    await far.carrier[Symbol.asyncDispose]()

    expect(heard.map(chunk => chunk.readUInt32BE(4))).toEqual([9, 6])
    expect(far.log).toEqual(['Carrier bound'])
  })

  test('a carrier that is not bound closes at once', async () => {
    await using deaf = await listen(() => {})
    const connecting = carrierTo(`smpp://us:secret@127.0.0.1:${deaf.port}`, { timing: { answer: 60_000 } })
    await once(deaf.server, 'connection')
    const waiting = carrierTo('smpp://us:secret@127.0.0.1:1', { timing: { retry: [60_000, 60_000] } })
    await vi.waitFor(() => expect(waiting.log).toHaveLength(1))
    const begun = performance.now()

    await Promise.all([connecting, waiting].map(({ carrier }) => carrier[Symbol.asyncDispose]()))

    expect(performance.now() - begun).toBeLessThan(10_000)
  })
})

async function listen(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    server,
    port: typeof address === 'object' && address ? address.port : 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
