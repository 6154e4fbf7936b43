/** Reads a deliver_sm or data_sm of the peer: a receipt, an inbound message, or neither. */
import type { InboundSms } from '../carrier.ts'
import { decodeText } from './data-coding.ts'
import type { IdFormat } from './message-ids.ts'
import { codeOf, numberOf } from './number-of.ts'
import { pieceOfFields, pieceOfHeader } from './piece.ts'
import { isReceipt, type ReceiptReading, readReceipt } from './receipt.ts'

export type Delivery =
  | { kind: 'receipt'; receipt: ReceiptReading }
  | { kind: 'inbound'; message: Pick<InboundSms, 'from' | 'to' | 'body' | 'piece'> }
  | { kind: 'unreadable'; why: string }

const hasHeader = 0x40
/** SMPP allows 20 characters. Addresses are keys in the database, whose keys are limited to a few thousand bytes. */
const maxAddressLength = 50

/** How this carrier writes ids in receipts, and the country of numbers in national form (`SmppSettings`). */
export type DeliveryForms = {
  receiptIds: IdFormat
  countryCode: string | null
}

export function readDelivery(
  fields: Readonly<Record<string, unknown>>,
  { receiptIds, countryCode }: DeliveryForms,
): Delivery {
  const { header, octets } = partsOf(fields)
  const coding = Number(fields.data_coding ?? 0)
  if (isReceipt(fields)) {
    // Receipts are ASCII, whatever data_coding says. The GSM alphabet would change _ and @.
    const receipt = readReceipt(
      fields,
      coding === 8 ? (decodeText(octets, 8) ?? '') : octets.toString('latin1'),
      receiptIds,
    )
    return receipt
      ? { kind: 'receipt', receipt }
      : { kind: 'unreadable', why: 'a receipt without a usable id, or without a state' }
  }
  const body = decodeText(octets, coding)
  if (body === undefined) return { kind: 'unreadable', why: `data_coding ${coding} is not text` }
  const to = numberOf(fields.destination_addr, fields.dest_addr_ton, countryCode)
  const from = numberOf(fields.source_addr, fields.source_addr_ton, countryCode ?? codeOf(to))
  if (from.length > maxAddressLength || to.length > maxAddressLength)
    return { kind: 'unreadable', why: `an address of more than ${maxAddressLength} characters` }
  const piece = pieceOfHeader(header) ?? pieceOfFields(fields)
  return {
    kind: 'inbound',
    // Some phones split a text within a surrogate pair: the next piece has the other half.
    message: piece ? { from, to, body, piece } : { from, to, body: body.toWellFormed() },
  }
}

function partsOf(fields: Readonly<Record<string, unknown>>): { header: Buffer; octets: Buffer } {
  const { short_message: short, message_payload: payload, esm_class: esmClass } = fields
  const all = [short, payload].find((octets): octets is Buffer => Buffer.isBuffer(octets) && octets.length > 0)
  if (!all) return { header: Buffer.alloc(0), octets: Buffer.alloc(0) }
  const end = Number(esmClass ?? 0) & hasHeader ? 1 + all.readUInt8(0) : 0
  return { header: all.subarray(1, end), octets: all.subarray(end) }
}
