import { describe, expect, test, vi } from 'vitest'
import type { ReceiptState } from '../../../../sinks/smsc-script.ts'
import { startBoth } from '../../../testing/smpp.ts'

const person = { from: '+15550009999', to: '+15550001111' }
const retryLater = 0x64

const delivery = {
  source: { ton: 1, npi: 1, number: '15550009999' },
  destination: { ton: 1, npi: 1, number: '15550001111' },
  esmClass: 0,
  dataCoding: 0,
  octets: Buffer.from('Hello'),
}

describe('a receipt', () => {
  test.each(['both', 'text', 'tags'] as const)('is passed on (%s)', async form => {
    await using both = await startBoth({ receipts: form })

    const [outcome] = await both.submit('Hello')
    await vi.waitFor(() => expect(both.receipts).toHaveLength(1))

    expect(outcome?.kind === 'accepted' && outcome.carrierId).toBe(both.receipts[0]?.carrierId)
    expect(both.receipts).toEqual([
      {
        carrier: 'smpp',
        sms: null,
        carrierId: both.smsc.messages[0]?.id,
        state: 'delivered',
        reply: form === 'tags' ? 'DELIVERED' : 'DELIVRD',
      },
    ])
    await vi.waitFor(() => expect(both.smsc.receipts).toEqual({ sent: 1, confirmed: 1 }))
  })

  test.each([
    ['DELIVRD', 'delivered'],
    ['UNDELIV', 'undelivered'],
    ['EXPIRED', 'undelivered'],
    ['REJECTD', 'undelivered'],
    ['DELETED', 'undelivered'],
    ['ENROUTE', 'sent'],
    ['ACCEPTD', 'sent'],
    ['UNKNOWN', 'sent'],
  ] as const)('with %s means %s', async (state: ReceiptState, expected) => {
    await using both = await startBoth({ script: { 15550002222: { receipts: [state] } } })

    await both.submit('Hello')

    await vi.waitFor(() => expect(both.receipts).toMatchObject([{ state: expected }]))
  })

  test('may arrive before the answer', async () => {
    const order: string[] = []
    await using both = await startBoth(
      { script: { 15550002222: { receiptsFirst: true } } },
      { arrivals: { receipt: async ({ carrierId }) => void order.push(carrierId) } },
    )

    const [outcome] = await both.submit('Hello')
    order.push('answer')

    expect(order).toEqual([outcome?.kind === 'accepted' && outcome.carrierId, 'answer'])
  })

  test('may arrive twice, and for an unknown message', async () => {
    await using both = await startBoth({
      script: { 15550002222: { receipts: ['ENROUTE', 'DELIVRD', 'DELIVRD'], receiptId: 'nobody' } },
    })

    await both.submit('Hello')

    await vi.waitFor(() => expect(both.receipts.map(({ state }) => state)).toEqual(['sent', 'delivered', 'delivered']))
    expect(both.receipts.map(({ carrierId }) => carrierId)).toEqual(['nobody', 'nobody', 'nobody'])
  })

  test('has a decimal id where the answer had it in hexadecimal', async () => {
    await using both = await startBoth({ ids: 'hex-decimal' }, { query: '?ids=hex-decimal' })

    const [outcome] = await both.submit('Hello')
    await vi.waitFor(() => expect(both.receipts).toHaveLength(1))

    expect(both.smsc.messages[0]?.id).toBe('ABC0001')
    expect(outcome?.kind === 'accepted' && outcome.carrierId).toBe(String(0xabc0001))
    expect(both.receipts[0]?.carrierId).toBe(String(0xabc0001))
  })

  test('whose id has no NUL is separated from the next field', async () => {
    await using both = await startBoth()
    const tags = [
      [0x001e, Buffer.from('77')],
      [0x0427, Buffer.of(2)],
    ] as const

    expect(await both.smsc.deliver({ ...delivery, esmClass: 4, octets: Buffer.alloc(0), tags })).toBe(0)
    expect(both.receipts).toMatchObject([{ carrierId: '77', state: 'delivered' }])
  })
})

describe('a message from a person', () => {
  test('is passed on without any traffic from us', async () => {
    await using both = await startBoth()

    expect(await both.smsc.sendInbound({ ...person, body: 'Hello [you] €' })).toEqual([0])

    expect(both.inbound).toEqual([
      { carrier: 'smpp', carrierId: null, ...person, body: 'Hello [you] €', mediaUrls: [] },
    ])
  })

  test.each([
    ['gsm7', 'Ωmega {5€}'],
    ['latin1', 'Grüße, ça va?'],
    ['ucs2', 'おはよう 😀'],
  ] as const)('may be written in %s', async (coding, body) => {
    await using both = await startBoth()

    await both.smsc.sendInbound({ ...person, body, coding })

    expect(both.inbound).toMatchObject([{ body }])
  })

  test('may come from a number in national form, of the country of our number or of the carrier', async () => {
    await using both = await startBoth()
    await using short = await startBoth({}, { query: '?country_code=49' })
    const source = { ton: 2, npi: 1, number: '5550009999' }

    await both.smsc.deliver({ ...delivery, source })
    await short.smsc.deliver({
      ...delivery,
      source: { ...source, number: '01711234567' },
      destination: { ton: 3, npi: 0, number: '12345' },
    })

    expect(both.inbound).toMatchObject([person])
    expect(short.inbound).toMatchObject([{ from: '+491711234567', to: '12345' }])
  })

  test('may be long', async () => {
    await using both = await startBoth()
    const body = 'A long story. '.repeat(2_500)

    expect(await both.smsc.sendInbound({ ...person, body, asPayload: true })).toEqual([0])
    expect(both.inbound).toMatchObject([{ body }])
  })

  test.each([
    ['udh8', 0x34],
    ['udh16', 0x1234],
    ['sar', 0x1234],
  ] as const)('may be split into pieces (%s)', async (piecesBy, reference) => {
    await using both = await startBoth()

    const statuses = await both.smsc.sendInbound({ ...person, body: 'one two', pieces: 2, piecesBy, reference: 0x1234 })

    expect(statuses).toEqual([0, 0])
    expect(both.inbound).toMatchObject([
      { body: 'one ', piece: { reference, total: 2, nth: 1 } },
      { body: 'two', piece: { reference, total: 2, nth: 2 } },
    ])
  })
})

describe('the confirmation', () => {
  test('is sent only after the commit', async () => {
    const commit = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const inbound = () => {
      arrived.resolve()
      return commit.promise
    }
    await using both = await startBoth({}, { arrivals: { inbound } })
    let isConfirmed = false

    const sending = both.smsc.sendInbound({ ...person, body: 'Hello' }).finally(() => (isConfirmed = true))
    await arrived.promise
    // A later request is answered first.
    expect(await both.smsc.enquire()).toEqual([0])
    expect(isConfirmed).toBe(false)
    commit.resolve()

    expect(await sending).toEqual([0])
  })

  test('asks for a retry when the commit fails, which is logged once', async () => {
    let isUp = false
    const kept: string[] = []
    const inbound = async ({ body }: { body: string }) => {
      if (!isUp) throw new Error('No database')
      kept.push(body)
    }
    await using both = await startBoth({}, { arrivals: { inbound } })

    const statuses = [
      await both.smsc.sendInbound({ ...person, body: 'one' }),
      await both.smsc.sendInbound({ ...person, body: 'two' }),
    ]
    isUp = true

    expect(statuses).toEqual([[retryLater], [retryLater]])
    expect(await both.smsc.sendInbound({ ...person, body: 'three' })).toEqual([0])
    expect(kept).toEqual(['three'])
    expect(both.log.filter(line => line !== 'Carrier bound')).toEqual([
      'Deliveries of the carrier cannot be stored',
      'Deliveries of the carrier are stored again',
    ])
  })

  test('of a receipt is retried until it is stored', async () => {
    let failures = 2
    const receipt = async () => {
      if (failures-- > 0) throw new Error('No database')
    }
    await using both = await startBoth({ redeliverAfterMs: 10 }, { arrivals: { receipt } })

    await both.submit('Hello')

    await vi.waitFor(() => expect(both.smsc.receipts).toEqual({ sent: 3, confirmed: 1 }))
  })

  test.each([
    ['no text', { dataCoding: 4, octets: Buffer.of(1) }, 'data_coding 4 is not text'],
    ['an empty receipt', { esmClass: 4 }, 'a receipt without a usable id, or without a state'],
    ['a truncated field', { tags: [[0x020c, Buffer.alloc(0)]] as const }, 'its fields are truncated'],
  ])('is sent for %s too, which is logged once', async (_, changes, why) => {
    await using both = await startBoth()

    expect(await both.smsc.deliver({ ...delivery, ...changes })).toBe(0)
    expect(await both.smsc.deliver({ ...delivery, ...changes })).toBe(0)

    expect(both.inbound).toEqual([])
    expect(both.log.filter(line => line !== 'Carrier bound')).toEqual([
      `Delivery of the carrier not understood: ${why}`,
    ])
  })

  test('is awaited on shutdown', async () => {
    const commit = Promise.withResolvers<void>()
    const both = await startBoth({}, { arrivals: { inbound: () => commit.promise } })
    const sending = both.smsc.sendInbound({ ...person, body: 'Hello' })
    await both.submit('Hello')

    const ending = both.carrier[Symbol.asyncDispose]()
    setTimeout(commit.resolve, 50)
    await ending

    expect(await sending).toEqual([0])
    await both.smsc[Symbol.asyncDispose]()
  })

  test('is sent for 2,000 at once; more are deferred, and answers to submissions still arrive', async () => {
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
    await using both = await startBoth({}, { arrivals: { inbound: () => committed } })

    const delivering = Array.from({ length: 2_100 }, () => both.smsc.deliver(delivery))
    expect(await Promise.race(delivering)).toBe(0x64)
    expect(await both.submit('Hello')).toMatchObject([{ kind: 'accepted' }])
    commit()

    const statuses = await Promise.all(delivering)
    expect([0, 0x64].map(status => statuses.filter(one => one === status).length)).toEqual([2_000, 100])
    expect(both.smsc.connections.total).toBe(1)
  })
})

test('data_sm is handled like deliver_sm', async () => {
  await using both = await startBoth()
  await both.submit('Hello')
  const body = '0001013135353530303039393939000101313535353030303131313100000000' + '04240005' + '48656c6c6f'
  const head = Buffer.alloc(16)
  head.writeUInt32BE(16 + body.length / 2, 0)
  head.writeUInt32BE(0x103, 4)
  head.writeUInt32BE(99, 12)

  both.smsc.sendRaw(Buffer.concat([head, Buffer.from(body, 'hex')]))

  await vi.waitFor(() => expect(both.inbound).toMatchObject([{ ...person, body: 'Hello' }]))
})
