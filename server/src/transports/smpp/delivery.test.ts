import { describe, expect, test } from 'vitest'
import { readDelivery } from './delivery.ts'

const forms = { receiptIds: 'exact', countryCode: null } as const

const inbound = (fields: Record<string, unknown>, countryCode: string | null = null) => {
  const delivery = readDelivery({ source_addr: '', destination_addr: '', ...fields }, { ...forms, countryCode })
  return delivery.kind === 'inbound' ? delivery.message : delivery
}

describe('a text', () => {
  test.each([
    [0, [0x00, 0x1b, 0x65, 0x10], '@€Δ'],
    [0, [0x4d, 0xfc, 0x6c, 0x6c], 'Müll'],
    [1, [0x41, 0x40, 0x5f], 'A@_'],
    [3, [0xe4, 0xf6], 'äö'],
    [6, [0xbf], 'П'],
    [8, [0xd8, 0x3d, 0xde, 0x00, 0x00, 0x41], '😀A'],
    [8, [0x00, 0x41, 0x00], 'A'],
    [8, [0x00, 0x41, 0xd8, 0x3d], 'A\ufffd'],
    [3, [0x41, 0x00, 0x42, 0x00], 'AB'],
    [0x10, [0x00], '@'],
    [0x18, [0x20, 0xac], '€'],
    [0xf1, [0x00], '@'],
    [0, [], ''],
    [4, [0x53, 0x54, 0x4f, 0x50, 0x0a], 'STOP\n'],
    [2, [0x53, 0x54, 0x4f, 0x50], 'STOP'],
  ])('in data_coding %i, %j is %j', (data_coding, octets, body) => {
    expect(inbound({ data_coding, short_message: Buffer.from(octets) })).toMatchObject({ body })
  })

  test.each([2, 4, 0x0b, 0xf5, 0x14, 0xc0])('in data_coding %i is unreadable', data_coding => {
    expect(inbound({ data_coding, short_message: Buffer.of(0x41, 1) })).toMatchObject({ kind: 'unreadable' })
  })

  test('may be in message_payload', () => {
    expect(inbound({ short_message: Buffer.alloc(0), message_payload: Buffer.from('A'.repeat(500)) })).toMatchObject({
      body: 'A'.repeat(500),
    })
  })
})

test.each(['source_addr', 'destination_addr'])('a text with a %s of more than 50 characters is unreadable', name => {
  expect(inbound({ [name]: '4'.repeat(51), short_message: Buffer.from('A') })).toMatchObject({ kind: 'unreadable' })
  expect(inbound({ [name]: '4'.repeat(50), short_message: Buffer.from('A') })).toMatchObject({ body: 'A' })
})

describe('a piece', () => {
  test.each([
    ['an 8-bit reference', [5, 0, 3, 200, 3, 2], { reference: 200, total: 3, nth: 2 }],
    ['a 16-bit reference', [6, 8, 4, 0x12, 0x34, 2, 1], { reference: 0x1234, total: 2, nth: 1 }],
    ['another element before it', [9, 0x24, 1, 1, 0, 3, 7, 2, 2, 0], { reference: 7, total: 2, nth: 2 }],
    ['an index above the total', [5, 0, 3, 200, 2, 3], undefined],
    ['no index', [5, 0, 3, 200, 2, 0], undefined],
    ['a single piece', [5, 0, 3, 200, 1, 1], undefined],
    ['another header', [2, 0x70, 0], undefined],
    ['a truncated element', [3, 0, 3, 200], undefined],
  ])('with %s', (_, header, piece) => {
    const message = inbound({ esm_class: 0x40, short_message: Buffer.from([...header, 0x41]) })

    expect(message).toEqual({ from: '', to: '', body: 'A', ...(piece && { piece }) })
  })

  test('keeps half of a surrogate pair at its end, since the next piece has the other half', () => {
    const message = inbound({
      esm_class: 0x40,
      data_coding: 8,
      short_message: Buffer.from([5, 0, 3, 200, 2, 1, 0x00, 0x41, 0xd8, 0x3d]),
    })

    expect(message).toMatchObject({ body: 'A\ud83d' })
  })

  test('may be described in fields', () => {
    const fields = { sar_msg_ref_num: 0x1234, sar_total_segments: 2, sar_segment_seqnum: 1 }

    expect(inbound({ ...fields, short_message: Buffer.from('A') })).toMatchObject({
      body: 'A',
      piece: { reference: 0x1234, total: 2, nth: 1 },
    })
  })

  test('whose header is longer than itself has no text', () => {
    expect(inbound({ esm_class: 0x40, short_message: Buffer.of(200, 0, 3) })).toMatchObject({ body: '' })
  })
})

test.each([
  ['15550001111', 1, '+15550001111'],
  ['+15550001111', 1, '+15550001111'],
  ['0015550001111', 1, '+15550001111'],
  ['15550001111', 0, '+15550001111'],
  ['0015550001111', 0, '+15550001111'],
  ['+15550001111', 0, '+15550001111'],
  ['5550001111', 2, '5550001111'],
  ['0170123456', 0, '0170123456'],
  ['12345', 0, '12345'],
  ['12345', 3, '12345'],
  ['12345', 1, '12345'],
  ['ACME', 5, 'ACME'],
  ['ACME', 1, 'ACME'],
])('the number %s of type %i is %s', (source_addr, source_addr_ton, from) => {
  expect(inbound({ source_addr, source_addr_ton })).toMatchObject({ from })
})

test.each([
  ['4155552671', 2, '15550001111', 1, '+14155552671'],
  ['4155552671', 0, '15550001111', 0, '+14155552671'],
  ['14155552671', 2, '15550001111', 1, '+14155552671'],
  ['01711234567', 2, '4915112345678', 1, '+491711234567'],
  ['01711234567', 0, '4915112345678', 0, '+491711234567'],
  ['1711234567', 2, '+4915112345678', 0, '+491711234567'],
  ['01711234567', 1, '4915112345678', 1, '+491711234567'],
  ['89161234567', 0, '79161112233', 1, '+79161234567'],
  ['612345678', 0, '34600111222', 0, '+34612345678'],
  ['91234567', 0, '6581112222', 1, '+6591234567'],
  // In international form after all.
  ['4520123456', 0, '34600111222', 1, '+4520123456'],
  ['33612345678', 0, '15550001111', 1, '+33612345678'],
  ['33612345678', 2, '15550001111', 1, '+33612345678'],
  ['0033612345678', 2, '15550001111', 1, '+33612345678'],
  ['+33612345678', 2, '15550001111', 1, '+33612345678'],
  ['6581234567', 0, '15550001111', 1, '+6581234567'],
  // Nothing tells the country.
  ['01711234567', 2, '12345', 3, '01711234567'],
  ['4155552671', 2, 'ACME', 5, '4155552671'],
  ['4155552671', 2, '883510012345', 1, '4155552671'],
  // Short codes and names.
  ['12345', 0, '4915112345678', 1, '12345'],
  ['12345', 2, '4915112345678', 1, '12345'],
  ['12345', 3, '4915112345678', 1, '12345'],
  ['0171123', 5, '4915112345678', 1, '0171123'],
])(
  'the number %s of type %i that writes to %s of type %i is %s',
  (source_addr, source_addr_ton, destination_addr, dest_addr_ton, from) => {
    expect(inbound({ source_addr, source_addr_ton, destination_addr, dest_addr_ton })).toMatchObject({ from })
  },
)

test.each([
  ['4155552671', 2, '12345', 3, '1', '+14155552671', '12345'],
  ['01711234567', 0, '015112345678', 2, '49', '+491711234567', '+4915112345678'],
  ['01711234567', 0, '15550001111', 1, '49', '+491711234567', '+15550001111'],
])(
  'the number %s of type %i that writes to %s of type %i is of the country of the carrier, +%5$s',
  (source_addr, source_addr_ton, destination_addr, dest_addr_ton, code, from, to) => {
    const message = inbound({ source_addr, source_addr_ton, destination_addr, dest_addr_ton }, code)

    expect(message).toMatchObject({ from, to })
  },
)

test('text in the format of a receipt is a message', () => {
  const text = 'id:77 sub:001 dlvrd:001 stat:DELIVRD err:000'

  expect(inbound({ esm_class: 0, short_message: Buffer.from(text) })).toMatchObject({ body: text })
})

test('the id in a receipt is ASCII, whatever the data_coding', () => {
  const short_message = Buffer.from('id:a_b@c[1] stat:DELIVRD')

  expect(readDelivery({ esm_class: 4, data_coding: 0, short_message }, forms)).toMatchObject({
    receipt: { carrierId: 'a_b@c[1]' },
  })
})

test('a receipt may be in UCS-2', () => {
  const short_message = Buffer.from('id:77 stat:DELIVRD', 'utf16le').swap16()

  expect(readDelivery({ esm_class: 4, data_coding: 8, short_message }, forms)).toMatchObject({
    receipt: { carrierId: '77' },
  })
})
