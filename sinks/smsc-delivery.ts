/** What an SMSC sends to bound clients: receipts, and messages from people. */
import { encodeGsm7 } from '../server/src/transports/smpp/gsm7.ts'
import type { SubmittedMessage } from './smsc-message.ts'
import { type Address, type Tag, word } from './smsc-pdu.ts'
import type { ReceiptState } from './smsc-script.ts'

export type Deliverable = Readonly<{
  source: Address
  destination: Address
  esmClass: number
  dataCoding: number
  octets: Buffer
  tags?: readonly Tag[]
}>

export type ReceiptForm = 'both' | 'text' | 'tags'

const stateNumbers: Readonly<Record<ReceiptState, number>> = {
  ENROUTE: 1,
  DELIVRD: 2,
  EXPIRED: 3,
  DELETED: 4,
  UNDELIV: 5,
  ACCEPTD: 6,
  UNKNOWN: 7,
  REJECTD: 8,
}

const isReceipt = 0x04
const receiptedMessageId = 0x001e
const messageState = 0x0427

export function receiptFor(
  message: SubmittedMessage,
  { id, state, form, now }: { id: string; state: ReceiptState; form: ReceiptForm; now: Date },
): Deliverable {
  const delivered = state === 'DELIVRD'
  const date = now.toISOString().replace(/\D/g, '').slice(2, 12)
  const text =
    `id:${id} sub:001 dlvrd:00${delivered ? 1 : 0} submit date:${date} done date:${date} stat:${state} ` +
    `err:${delivered ? '000' : '001'} text:${message.octets.toString('latin1', 0, 20)}`
  return {
    source: message.destination,
    destination: message.source,
    esmClass: isReceipt,
    dataCoding: 0,
    octets: form === 'tags' ? Buffer.alloc(0) : Buffer.from(text, 'latin1'),
    tags:
      form === 'text'
        ? []
        : [
            [receiptedMessageId, word(id)],
            [messageState, Buffer.of(stateNumbers[state])],
          ],
  }
}

export type InboundText = Readonly<{
  from: string
  to: string
  body: string
  /** GSM when the body has only its characters. */
  coding?: 'gsm7' | 'latin1' | 'ucs2'
  /** Cut into this many pieces of about the same length, marked in one of these ways. */
  pieces?: number
  piecesBy?: 'udh8' | 'udh16' | 'sar'
  reference?: number
  /** In the field for longer texts. */
  asPayload?: boolean
}>

const dataCodings = { gsm7: 0, latin1: 3, ucs2: 8 } as const

export function inboundTexts(inbound: InboundText): Deliverable[] {
  const { body, pieces = 1, reference = 77, piecesBy = 'udh8', asPayload = false } = inbound
  const coding = inbound.coding ?? (isGsm(body) ? 'gsm7' : 'ucs2')
  const size = Math.ceil(body.length / pieces)
  return Array.from({ length: pieces }, (_, index) => {
    const text = encode(body.slice(index * size, (index + 1) * size), coding)
    const place = pieces > 1 ? placeOf(piecesBy, reference, pieces, index + 1) : { header: Buffer.alloc(0), tags: [] }
    const octets = Buffer.concat([place.header, text])
    return {
      source: addressOf(inbound.from),
      destination: addressOf(inbound.to),
      esmClass: place.header.length > 0 ? 0x40 : 0,
      dataCoding: dataCodings[coding],
      octets: asPayload ? Buffer.alloc(0) : octets,
      tags: asPayload ? [...place.tags, [0x0424, octets] as const] : place.tags,
    }
  })
}

function placeOf(by: 'udh8' | 'udh16' | 'sar', reference: number, total: number, nth: number) {
  const wide = [reference >> 8, reference & 0xff] as const
  if (by === 'udh8') return { header: Buffer.of(5, 0, 3, reference & 0xff, total, nth), tags: [] }
  if (by === 'udh16') return { header: Buffer.of(6, 8, 4, ...wide, total, nth), tags: [] }
  const tags: Tag[] = [
    [0x020c, Buffer.of(...wide)],
    [0x020e, Buffer.of(total)],
    [0x020f, Buffer.of(nth)],
  ]
  return { header: Buffer.alloc(0), tags }
}

const addressOf = (number: string): Address =>
  number.startsWith('+') ? { ton: 1, npi: 1, number: number.slice(1) } : { ton: 0, npi: 1, number }

function encode(text: string, coding: 'gsm7' | 'latin1' | 'ucs2'): Buffer {
  if (coding === 'gsm7') return encodeGsm7(text)
  return coding === 'latin1' ? Buffer.from(text, 'latin1') : Buffer.from(text, 'utf16le').swap16()
}

function isGsm(text: string): boolean {
  try {
    return encodeGsm7(text).length > 0
  } catch {
    return false
  }
}
