/** A message that an SMSC received. Its text is decoded only on demand: benches need it of few. */
import { decodeGsm7 } from '../server/src/transports/smpp/gsm7.ts'
import { type Address, type MessageFields, readMessage } from './smsc-pdu.ts'

const hasHeader = 0x40

export class SubmittedMessage {
  /** The name that it was given; empty when it was not taken. */
  id = ''
  readonly fields: MessageFields
  readonly connection: number

  constructor(body: Buffer, connection: number) {
    // A copy, because the buffer of the socket would stay in memory as a whole.
    this.fields = readMessage(Buffer.from(body))
    this.connection = connection
  }

  get from(): string {
    return this.fields.source.number
  }

  get to(): string {
    return this.fields.destination.number
  }

  get source(): Address {
    return this.fields.source
  }

  get destination(): Address {
    return this.fields.destination
  }

  get esmClass(): number {
    return this.fields.esmClass
  }

  get dataCoding(): number {
    return this.fields.dataCoding
  }

  get registeredDelivery(): number {
    return this.fields.registeredDelivery
  }

  get serviceType(): string {
    return this.fields.serviceType
  }

  get tags(): ReadonlyMap<number, Buffer> {
    return this.fields.tags
  }

  /** With its length octet; empty when there is none. */
  get udh(): Buffer {
    const { octets, esmClass } = this.fields
    return octets.subarray(0, esmClass & hasHeader ? 1 + (octets[0] ?? 0) : 0)
  }

  /** Without the header. */
  get octets(): Buffer {
    return this.fields.octets.subarray(this.udh.length)
  }

  get text(): string {
    return this.dataCoding === 8 ? Buffer.from(this.octets).swap16().toString('utf16le') : decodeGsm7(this.octets)
  }

  /** Messages with the same key are copies: the same part of the same text between the same two. */
  get key(): string {
    return `${this.from} ${this.to} ${this.fields.octets.toString('latin1')}`
  }
}
