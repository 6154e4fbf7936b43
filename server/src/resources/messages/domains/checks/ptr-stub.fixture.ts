/** A DNS server that answers PTR questions itself and forwards all others. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

type PtrStub = AsyncDisposable & { readonly server: string }

const typePtr = 12

export async function startPtrStub(pointers: Record<string, readonly string[]>, behind: string): Promise<PtrStub> {
  const [address, port] = behind.split(':')
  const [front, back] = [createSocket('udp4'), createSocket('udp4')]
  const askers = new Map<number, { port: number; address: string }>()
  front.on('message', (query, peer) => {
    const { name, type, bytes } = readQuestion(query)
    if (type === typePtr) return front.send(respond(query, bytes, pointers[name]), peer.port, peer.address)
    askers.set(query.readUInt16BE(0), peer)
    back.send(query, Number(port), address)
  })
  back.on('message', answer => {
    const asker = askers.get(answer.readUInt16BE(0))
    if (asker) front.send(answer, asker.port, asker.address)
  })
  front.bind(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    server: `127.0.0.1:${front.address().port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of [front, back]) socket.close()
      await once(front, 'close')
    },
  }
}

function readQuestion(query: Buffer): { name: string; type: number; bytes: Buffer } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase())
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), bytes: query.subarray(12, at + 5) }
}

/** Each answer repeats the name of the question, which is at octet 12 (RFC 1035, 4.1.4). */
function respond(query: Buffer, question: Buffer, names: readonly string[] | undefined): Buffer {
  const header = Buffer.from([0, 0, 0x84, names ? 0x80 : 0x83, 0, 1, 0, names?.length ?? 0, 0, 0, 0, 0])
  query.copy(header, 0, 0, 2)
  const answers = (names ?? []).map(name => {
    const data = Buffer.concat([
      ...name.split('.').map(label => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
      Buffer.from([0]),
    ])
    return Buffer.concat([Buffer.from([0xc0, 12, 0, typePtr, 0, 1, 0, 0, 0, 0, 0, data.length]), data])
  })
  return Buffer.concat([header, question, ...answers])
}
