/**
 * The few PDUs that an SMSC needs, written separately: the code that reads our messages must not share the mistakes of the code
 * that writes them.
 */

export const commands = {
  bindReceiver: 0x01,
  bindTransmitter: 0x02,
  submitSm: 0x04,
  deliverSm: 0x05,
  unbind: 0x06,
  bindTransceiver: 0x09,
  enquireLink: 0x15,
  dataSm: 0x103,
  genericNack: 0x8000_0000,
} as const

export const responseBit = 0x8000_0000

export type RawPdu = Readonly<{ command: number; status: number; sequence: number; body: Buffer }>

export function writePdu(command: number, status: number, sequence: number, body: readonly Buffer[] = []): Buffer {
  const head = Buffer.allocUnsafe(16)
  head.writeUInt32BE(16 + body.reduce((sum, octets) => sum + octets.length, 0), 0)
  head.writeUInt32BE(command, 4)
  head.writeUInt32BE(status, 8)
  head.writeUInt32BE(sequence, 12)
  return body.length === 0 ? head : Buffer.concat([head, ...body])
}

/** Calls `take` for each complete PDU, and returns the remaining octets. */
export function readPdus(octets: Buffer, take: (pdu: RawPdu) => void): Buffer {
  let at = 0
  while (octets.length - at >= 16) {
    const length = octets.readUInt32BE(at)
    if (length < 16) throw new Error('Not SMPP')
    if (octets.length - at < length) break
    take({
      command: octets.readUInt32BE(at + 4),
      status: octets.readUInt32BE(at + 8),
      sequence: octets.readUInt32BE(at + 12),
      body: octets.subarray(at + 16, at + length),
    })
    at += length
  }
  return octets.subarray(at)
}

export const word = (text: string): Buffer => Buffer.from(`${text}\0`, 'latin1')

/** The strings at the beginning of a bind. */
export function readBind(body: Buffer): { systemId: string; password: string; systemType: string } {
  const [systemId = '', password = '', systemType = ''] = body.toString('latin1').split('\0')
  return { systemId, password, systemType }
}

export type Address = Readonly<{ ton: number; npi: number; number: string }>

export type MessageFields = Readonly<{
  serviceType: string
  source: Address
  destination: Address
  esmClass: number
  registeredDelivery: number
  dataCoding: number
  /** With the header of a piece, if it has one. */
  octets: Buffer
  tags: ReadonlyMap<number, Buffer>
}>

/** A submit_sm or deliver_sm (SMPP 3.4 §4.4.1, §4.6.1). */
export function readMessage(body: Buffer): MessageFields {
  let at = 0
  const octet = () => body.readUInt8(at++)
  const text = () => {
    const end = body.indexOf(0, at)
    const found = body.toString('latin1', at, end)
    at = end + 1
    return found
  }
  const address = () => ({ ton: octet(), npi: octet(), number: text() })
  const serviceType = text()
  const source = address()
  const destination = address()
  const esmClass = octet()
  at += 2
  text()
  text()
  const registeredDelivery = octet()
  at++
  const dataCoding = octet()
  at++
  const length = octet()
  const octets = body.subarray(at, at + length)
  const tags = readTags(body.subarray(at + length))
  return { serviceType, source, destination, esmClass, registeredDelivery, dataCoding, octets, tags }
}

export function writeMessage(
  message: Omit<MessageFields, 'serviceType' | 'tags'> & { tags?: readonly Tag[] },
): Buffer[] {
  const { source, destination, esmClass, registeredDelivery, dataCoding, octets, tags = [] } = message
  return [
    Buffer.of(0, source.ton, source.npi),
    word(source.number),
    Buffer.of(destination.ton, destination.npi),
    word(destination.number),
    Buffer.of(esmClass, 0, 0, 0, 0, registeredDelivery, 0, dataCoding, 0, octets.length),
    octets,
    ...tags.map(writeTag),
  ]
}

export type Tag = readonly [id: number, value: Buffer]

const noTags: ReadonlyMap<number, Buffer> = new Map()

function readTags(octets: Buffer): ReadonlyMap<number, Buffer> {
  if (octets.length === 0) return noTags
  const tags = new Map<number, Buffer>()
  for (let at = 0; at + 4 <= octets.length; at += 4 + octets.readUInt16BE(at + 2))
    tags.set(octets.readUInt16BE(at), octets.subarray(at + 4, at + 4 + octets.readUInt16BE(at + 2)))
  return tags
}

function writeTag([id, value]: Tag): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(id, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value])
}
