import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDelivery } from './delivery.ts'
import { encodePdu, PduReader, UnframablePdu } from './pdu.ts'

const deliverSm = encodePdu('deliver_sm', 7, 0, {
  source_addr: '15550009999',
  destination_addr: '15550001111',
  esm_class: 0x40,
  short_message: Buffer.from([5, 0, 3, 1, 2, 1, 0x41, 0x42]),
  receipted_message_id: Buffer.from('77'),
  message_state: 2,
  sar_msg_ref_num: 1,
})

function readAll(octets: Buffer, cuts: readonly number[]): string[] {
  const reader = new PduReader()
  const read: string[] = []
  const ends = [...cuts.map(cut => cut % (octets.length + 1)), octets.length].sort((a, b) => a - b)
  ends.forEach((end, index) => {
    reader.add(octets.subarray(ends[index - 1] ?? 0, end))
    for (let pdu = reader.next(); pdu; pdu = reader.next()) read.push(`${pdu.command} ${pdu.sequence}`)
  })
  return read
}

test('PDUs do not depend on how the stream is chunked', () => {
  const octets = Buffer.concat([encodePdu('enquire_link', 1, 0), deliverSm, encodePdu('generic_nack', 3, 3)])

  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 6 }), cuts => {
      expect(readAll(octets, cuts)).toEqual(['enquire_link 1', 'deliver_sm 7', 'generic_nack 3'])
    }),
  )
})

test('any input is a PDU, an unreadable PDU, or garbage', () => {
  const damage = fc.array(fc.tuple(fc.integer({ min: 4, max: deliverSm.length - 1 }), fc.integer({ min: 0, max: 255 })))

  fc.assert(
    fc.property(damage, fc.integer({ min: 16, max: deliverSm.length }), (changes, length) => {
      const octets = Buffer.from(deliverSm.subarray(0, length))
      for (const [at, octet] of changes) if (at < length) octets[at] = octet
      octets.writeUInt32BE(length, 0)
      const reader = new PduReader()
      reader.add(octets)
      const fields = reader.next()?.fields
      if (fields) readDelivery(fields, { receiptIds: 'exact', countryCode: null })
    }),
    { numRuns: 3_000 },
  )
})

test.each([0, 15, 66_001, 0xffff_ffff])('a length of %i is garbage', length => {
  const octets = Buffer.alloc(16)
  octets.writeUInt32BE(length, 0)
  const reader = new PduReader()
  reader.add(octets)

  expect(() => reader.next()).toThrow(UnframablePdu)
})
