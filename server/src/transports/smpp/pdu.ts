/**
 * The octets of SMPP. The library packs and unpacks the fields; where one PDU ends we see to ourselves, because its reader
 * never recovers from an error, and texts stay octets, because its own alphabet makes a space of what it does not know.
 */
import smpp from 'smpp'

/** The largest payload, 64 KiB, and the fields around it. Whoever announces more is not speaking SMPP. */
const maxOctets = 66_000
const headerOctets = 16
const responseBit = 0x8000_0000

smpp.PDU.maxLength = maxOctets
// Many leave out the NUL at its end, and the library would read on into the next field.
smpp.addTLV('receipted_message_id', { id: 0x001e, type: smpp.types.tlv.buffer })

export type Fields = Readonly<Record<string, string | number | Buffer>>

export type Pdu = {
  /** `unknown` when SMPP has no such command. */
  readonly command: string
  readonly status: number
  readonly sequence: number
  readonly isResponse: boolean
  /** Null when they are not what the command wants. */
  readonly fields: Readonly<Record<string, unknown>> | null
}

class Octets extends smpp.PDU {
  override _filter(): void {}
}

export function encodePdu(command: string, sequence: number, status: number, fields: Fields = {}): Buffer {
  return new Octets(command, { ...fields, command_status: status, sequence_number: sequence }).toBuffer()
}

/** The peer does not keep to the protocol, and what follows cannot be told apart. */
export class Garbage extends Error {}

export class PduReader {
  #octets: Buffer = Buffer.alloc(0)

  add(chunk: Buffer): void {
    this.#octets = this.#octets.length === 0 ? chunk : Buffer.concat([this.#octets, chunk])
  }

  /** Undefined until the next one is complete. Throws Garbage. */
  next(): Pdu | undefined {
    const octets = this.#octets
    if (octets.length < 4) return undefined
    const length = octets.readUInt32BE(0)
    if (length < headerOctets || length > maxOctets) throw new Garbage(`a PDU of ${length} octets`)
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
    return { ...head, command: commandsThatMatter[id] ?? 'unknown', fields: null }
  }
}

/** Those that can be answered without their fields. */
const commandsThatMatter: Readonly<Record<number, string>> = { 5: 'deliver_sm', 259: 'data_sm' }
