/** Reads the piece information of a concatenated text: from a header before the text (GSM 03.40 §9.2.3.24), or from fields. */
import type { InboundSms } from '../carrier.ts'

type Piece = NonNullable<InboundSms['piece']>

/** Undefined for a message that is not a piece, or has impossible values. */
export function pieceOfHeader(header: Buffer): Piece | undefined {
  let index = 0
  while (index + 2 <= header.length) {
    const element = header[index]
    const length = header[index + 1] ?? 0
    const data = header.subarray(index + 2, index + 2 + length)
    if (element === 0x00 && data.length === 3)
      return validPiece(data.readUInt8(0), data.readUInt8(1), data.readUInt8(2))
    if (element === 0x08 && data.length === 4)
      return validPiece(data.readUInt16BE(0), data.readUInt8(2), data.readUInt8(3))
    index += 2 + length
  }
  return undefined
}

export function pieceOfFields(fields: Readonly<Record<string, unknown>>): Piece | undefined {
  const { sar_msg_ref_num: reference, sar_total_segments: total, sar_segment_seqnum: nth } = fields
  if (typeof reference !== 'number' || typeof total !== 'number' || typeof nth !== 'number') return undefined
  return validPiece(reference, total, nth)
}

const validPiece = (reference: number, total: number, nth: number): Piece | undefined =>
  total > 1 && nth >= 1 && nth <= total ? { reference, total, nth } : undefined
