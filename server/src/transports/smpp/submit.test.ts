import { createServer } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { carrierTo, startBoth, submissionTo } from '../../../testing/smpp.ts'
import { parseSmppUrl } from './smpp-url.ts'
import { referenceOf, submitSm } from './submit-sm.ts'

const impatient = { timing: { submit: 300 } }

describe('a submission', () => {
  test('arrives unchanged, and requests a receipt', async () => {
    await using both = await startBoth()

    const outcomes = await both.submit('Good morning, Grace')

    expect(outcomes).toMatchObject([{ kind: 'accepted', state: 'sent' }])
    expect(both.smsc.messages).toMatchObject([
      {
        source: { ton: 1, npi: 1, number: '15550001111' },
        destination: { ton: 1, npi: 1, number: '15550002222' },
        esmClass: 0,
        dataCoding: 0,
        registeredDelivery: 1,
        text: 'Good morning, Grace',
      },
    ])
    expect(both.smsc.messages[0]?.udh).toHaveLength(0)
    expect(both.smsc.messages[0]?.tags.size).toBe(0)
  })

  test('in GSM-7 has one octet per septet, and two for escaped characters', async () => {
    await using both = await startBoth()

    await both.submit('@[5€]{~}\\^|Ω')

    const escapes = [
      0x1b, 0x3c, 0x35, 0x1b, 0x65, 0x1b, 0x3e, 0x1b, 0x28, 0x1b, 0x3d, 0x1b, 0x29, 0x1b, 0x2f, 0x1b, 0x14,
    ]
    expect([...(both.smsc.messages[0]?.octets ?? [])]).toEqual([0x00, ...escapes, 0x1b, 0x40, 0x15])
  })

  test('in UCS-2 has the octets of big-endian UTF-16', async () => {
    await using both = await startBoth()

    await both.submitTo('+15550002222', { encoding: 'ucs2', parts: [{ nth: 1, text: 'あ😀' }] })

    expect(both.smsc.messages[0]?.dataCoding).toBe(8)
    expect([...(both.smsc.messages[0]?.octets ?? [])]).toEqual([0x30, 0x42, 0xd8, 0x3d, 0xde, 0x00])
  })

  test('has its validity in UTC, and none by default', async () => {
    const settings = parseSmppUrl('smpp://user:secret@smsc.example.net')
    const part = { nth: 1, text: 'Hello' }
    const validity = { until: new Date('2026-11-16T09:05:59.700Z'), seconds: 60 }

    expect(submitSm({ ...submissionTo('+15550002222'), validity }, part, settings)).toMatchObject({
      validity_period: '261116090559000+',
    })
    expect(submitSm(submissionTo('+15550002222'), part, settings)).not.toHaveProperty('validity_period')

    await using both = await startBoth()
    const outcomes = await both.submitTo('+15550002222', { validity, parts: [part] })

    expect(outcomes).toMatchObject([{ kind: 'accepted' }])
    expect(both.smsc.messages.map(({ text }) => text)).toEqual(['Hello'])
  })

  test('in several parts has a header on each, in order', async () => {
    await using both = await startBoth()

    const outcomes = await both.submit('one', 'two', 'three')

    const reference = referenceOf(submissionTo('').smsId)
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(both.smsc.messages.map(({ esmClass }) => esmClass)).toEqual([0x40, 0x40, 0x40])
    expect(both.smsc.messages.map(({ udh }) => [...udh])).toEqual([
      [5, 0, 3, reference, 3, 1],
      [5, 0, 3, reference, 3, 2],
      [5, 0, 3, reference, 3, 3],
    ])
    expect(both.smsc.messages.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  })

  test('has the same octets when it is repeated, so that the parts fit together', async () => {
    await using both = await startBoth()

    await both.submit('one', 'two')
    await both.submitTo('+15550002222', { totalParts: 2, parts: [{ nth: 2, text: 'two' }] })

    expect([...both.smsc.copies().values()]).toEqual([1, 2])
  })

  test.each([
    ['+15550001111', '', { ton: 1, npi: 1, number: '15550001111' }],
    ['ACME', '', { ton: 5, npi: 0, number: 'ACME' }],
    ['72345', '', { ton: 3, npi: 0, number: '72345' }],
    ['+15550001111', '?source=ACME', { ton: 5, npi: 0, number: 'ACME' }],
    ['72345', '?source_ton=6&source_npi=9', { ton: 6, npi: 9, number: '72345' }],
  ])('from %s with %j comes from %j', async (from, query, source) => {
    await using both = await startBoth({}, { query })

    await both.submitTo('+15550002222', { from })

    expect(both.smsc.messages[0]?.source).toEqual(source)
  })

  test('has the configured destination type', async () => {
    await using both = await startBoth({}, { query: '?dest_ton=0&dest_npi=8&service_type=CMT' })

    await both.submit('Hello')

    expect(both.smsc.messages[0]).toMatchObject({ destination: { ton: 0, npi: 8 }, serviceType: 'CMT' })
  })

  test('with a character outside the alphabet is not sent', async () => {
    await using both = await startBoth()
    const beforeSubmit = vi.fn(async () => {})

    const submitting = both.submitTo('+15550002222', { parts: [{ nth: 1, text: 'あ' }], beforeSubmit })

    await expect(submitting).rejects.toThrow('Not in the GSM alphabet')
    expect(beforeSubmit).not.toHaveBeenCalled()
    expect(both.smsc.received).toBe(0)
  })
})

test('references use all octets', () => {
  const references = Array.from({ length: 4096 }, (_, nth) => referenceOf(`0198c1f2-7d3a-7c55-8a3e-${nth}`))

  expect(new Set(references).size).toBe(256)
})

describe('beforeSubmit', () => {
  test('is called once, and nothing is sent before it resolves', async () => {
    const leave = Promise.withResolvers<void>()
    await using both = await startBoth()
    const beforeSubmit = vi.fn(() => leave.promise)
    const parts = [1, 2].map(nth => ({ nth, text: `part ${nth}` }))

    const submitting = both.submitTo('+15550002222', { parts, totalParts: 2, beforeSubmit })
    await vi.waitFor(() => expect(beforeSubmit).toHaveBeenCalled())
    expect(await both.smsc.enquire()).toEqual([0])
    expect(both.smsc.received).toBe(0)
    leave.resolve()

    expect(await submitting).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }])
    expect(beforeSubmit).toHaveBeenCalledTimes(1)
  })

  test('that rejects prevents sending', async () => {
    await using both = await startBoth()
    const gone = new Error('The lease is gone')

    const submitting = both.submitTo('+15550002222', { beforeSubmit: () => Promise.reject(gone) })

    await expect(submitting).rejects.toBe(gone)
    expect(await both.submit('the next')).toMatchObject([{ kind: 'accepted' }])
    expect(both.smsc.messages.map(({ text }) => text)).toEqual(['the next'])
  })

  test('is not called when there is no session', async () => {
    const port = await unusedPort()
    await using far = carrierTo(`smpp://us:secret@127.0.0.1:${port}`)
    const beforeSubmit = vi.fn(async () => {})

    expect(await far.submitTo('+15550002222', { beforeSubmit })).toMatchObject([
      {
        kind: 'deferred',
        because: 'destination',
        inDoubt: false,
        attempt: { reply: expect.stringContaining('ECONNREFUSED') },
      },
    ])
    expect(beforeSubmit).not.toHaveBeenCalled()
  })

  test('that resolves after the connection is lost defers the message, which is not in doubt', async () => {
    await using both = await startBoth({}, { timing: { retry: [60_000, 60_000] } })

    const outcomes = await both.submitTo('+15550002222', {
      async beforeSubmit() {
        both.smsc.resetAll()
        await vi.waitFor(() => expect(both.log).toHaveLength(2))
      },
    })

    expect(outcomes).toMatchObject([{ kind: 'deferred', because: 'destination', inDoubt: false }])
  })
})

describe('an outcome', () => {
  test.each([
    [0x08, 'deferred', 'message', 'ESME_RSYSERR (0x08)'],
    [0x64, 'deferred', 'message', 'ESME_RX_T_APPN (0x64)'],
    [0x04, 'deferred', 'destination', 'ESME_RINVBNDSTS (0x04)'],
    [0x0a, 'rejected', undefined, 'ESME_RINVSRCADR (0x0A)'],
    [0x0b, 'rejected', undefined, 'ESME_RINVDSTADR (0x0B)'],
    [0x65, 'rejected', undefined, 'ESME_RX_P_APPN (0x65)'],
    [0x401, 'deferred', 'message', 'Status 0x401'],
  ])('of status %i is %s', async (status, kind, because, reply) => {
    await using both = await startBoth({ script: { 15550002222: { status } } })

    const [outcome] = await both.submit('Hello')

    expect(outcome).toMatchObject({ kind, attempt: { reply }, ...(because && { because, inDoubt: false }) })
    expect(both.smsc.received).toBe(0)
  })

  test('without an answer is in doubt, and only this message is deferred while others are answered', async () => {
    await using both = await startBoth({ script: { 15550002222: { silent: true } } }, impatient)

    const submitting = both.submit('Hello')
    await both.smsc.waitFor(1)
    await both.submitTo('+15550003333')

    expect(await submitting).toMatchObject([
      { kind: 'deferred', because: 'message', inDoubt: true, attempt: { reply: 'No answer' } },
    ])
  })

  test('of a late answer is in doubt, and the answer is ignored', async () => {
    await using both = await startBoth({ script: { 15550002222: { delayMs: 400 } }, receipts: 'none' }, impatient)

    expect(await both.submit('Hello')).toMatchObject([{ kind: 'deferred', because: 'destination', inDoubt: true }])
    await new Promise(resolve => setTimeout(resolve, 200))

    expect(await both.submitTo('+15550003333')).toMatchObject([{ kind: 'accepted' }])
  })

  test.each(['close-before', 'reset-before', 'close-after', 'reset-after'] as const)(
    'of a lost connection (%s) is in doubt, and the next message uses a new one',
    async hangUp => {
      await using both = await startBoth({ script: { 15550002222: { hangUp, times: 1 } } })

      const [outcome] = await both.submit('Hello')

      expect(outcome).toMatchObject({ kind: 'deferred', because: 'destination', inDoubt: true })
      expect(outcome?.attempt.reply).toMatch(/^Connection lost: /)
      expect(both.smsc.received).toBe(hangUp.endsWith('after') ? 1 : 0)
      await vi.waitFor(async () => expect(await both.submit('Hello')).toMatchObject([{ kind: 'accepted' }]))
    },
  )

  test('of garbage is in doubt, and the connection is closed', async () => {
    await using both = await startBoth({
      script: { 15550002222: { garbage: Buffer.from('HTTP/1.1 400 Bad\r\n\r\n'), times: 1 } },
    })

    expect(await both.submit('Hello')).toMatchObject([
      {
        kind: 'deferred',
        because: 'destination',
        inDoubt: true,
        attempt: { reply: expect.stringContaining('does not speak SMPP') },
      },
    ])
    const isAccepted = async () => expect(await both.submit('Hello')).toMatchObject([{ kind: 'accepted' }])
    await vi.waitFor(isAccepted, { timeout: 10_000 })
  })

  test('that is not accepted ends the message: later parts are not sent and not in doubt', async () => {
    await using both = await startBoth(
      { script: ({ udh }) => (udh[5] === 2 ? { silent: true } : undefined) },
      impatient,
    )

    const outcomes = await both.submit('one', 'two', 'three')

    expect(outcomes).toMatchObject([
      { kind: 'accepted' },
      { kind: 'deferred', inDoubt: true },
      { kind: 'deferred', inDoubt: false },
    ])
    expect(both.smsc.messages.map(({ text }) => text)).toEqual(['one', 'two'])
  })

  test('of a refused part applies to all later parts', async () => {
    await using both = await startBoth({ script: { 15550002222: { status: 0x0b } } })

    expect(await both.submit('one', 'two')).toMatchObject([{ kind: 'rejected' }, { kind: 'rejected' }])
  })

  test('has the host, the reply and the duration', async () => {
    await using both = await startBoth()

    const [outcome] = await both.submit('Hello')

    expect(outcome?.attempt).toEqual({
      transport: 'smpp',
      host: `127.0.0.1:${both.smsc.port}`,
      reply: 'ESME_ROK (0x00)',
      durationMs: expect.any(Number),
    })
  })

  test('of a generic_nack is a failure, even with status zero', async () => {
    const nack = Buffer.from('00000010800000000000000000000002', 'hex')
    await using both = await startBoth({ script: { 15550002222: { garbage: nack } } })

    expect(await both.submit('Hello')).toMatchObject([
      { kind: 'deferred', because: 'message', inDoubt: false, attempt: { reply: 'ESME_RUNKNOWNERR (0xFF)' } },
    ])
  })

  test('has no id when the peer returns none', async () => {
    // The answer to the first submission, which has the sequence number 2 after the bind.
    const nameless = Buffer.from('00000011800000040000000000000002' + '00', 'hex')
    await using both = await startBoth({ script: { 15550002222: { garbage: nameless } } })

    expect(await both.submit('Hello')).toMatchObject([{ kind: 'accepted', carrierId: null }])
  })

  test('has no id when it is too long to store', async () => {
    const id = 'A'.repeat(256)
    const named = Buffer.from('00000111800000040000000000000002' + Buffer.from(`${id}\0`).toString('hex'), 'hex')
    await using both = await startBoth({ script: { 15550002222: { garbage: named } } })

    expect(await both.submit('Hello')).toMatchObject([{ kind: 'accepted', carrierId: null }])
  })
})

async function unusedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
