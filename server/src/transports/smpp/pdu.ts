/**
 * The wire format of SMPP. The library encodes and decodes fields. We frame PDUs ourselves, because its reader never recovers
 * from an error, and keep texts as octets, because its alphabet turns unknown characters into spaces.
 */
import smpp from 'smpp'

/** The largest payload, 64 KiB, plus the fields around it. A larger length is not SMPP. */
const maxOctets = 66_000
const headerOctets = 16
const responseBit = 0x8000_0000

smpp.PDU.maxLength = maxOctets
// Many peers omit the terminating NUL, and the library would read into the next field.
smpp.addTLV('receipted_message_id', { id: 0x001e, type: smpp.types.tlv.buffer })

export type Fields = Readonly<Record<string, string | number | Buffer>>

export type Pdu = {
  /** `unknown` for a command that SMPP does not have. */
  readonly command: string
  readonly status: number
  readonly sequence: number
  readonly isResponse: boolean
  /** Null when they cannot be decoded for this command. */
  readonly fields: Readonly<Record<string, unknown>> | null
}

class Octets extends smpp.PDU {
  override _filter(): void {}
}

export function encodePdu(command: string, sequence: number, status: number, fields: Fields = {}): Buffer {
  return new Octets(command, { ...fields, command_status: status, sequence_number: sequence }).toBuffer()
}

/** The peer violates the protocol, so later PDUs cannot be framed. */
export class UnframablePdu extends Error {}

export class PduReader {
  #octets: Buffer = Buffer.alloc(0)

  add(chunk: Buffer): void {
    this.#octets = this.#octets.length === 0 ? chunk : Buffer.concat([this.#octets, chunk])
  }

  /** Undefined until the next PDU is complete. Throws Garbage. */
  next(): Pdu | undefined {
    const octets = this.#octets
    if (octets.length < 4) return undefined
    const length = octets.readUInt32BE(0)
    if (length < headerOctets || length > maxOctets) throw new UnframablePdu(`a PDU of ${length} octets`)
    if (octets.length < length) return undefined
    this.#octets = octets.subarray(length)
    return decodePdu(octets.subarray(0, length))
  }
}

function decodePdu(octets: Buffer): Pdu {
  const id = octets.readUInt32BE(4)
  const head = {
    status: octets.readUInt32BE(8),
    sequence: octets.readUInt32BE(12),
    isResponse: id >= responseBit,
  }
  try {
    const pdu = new Octets(octets)
    return { ...head, command: pdu.command, fields: { ...pdu } }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { ...head, command: answerableCommands[id] ?? 'unknown', fields: null }
  }
}

/** Commands that can be answered without their fields. */
const answerableCommands: Readonly<Record<number, string>> = { 5: 'deliver_sm', 259: 'data_sm' }
