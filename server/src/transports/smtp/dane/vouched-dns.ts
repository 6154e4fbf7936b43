/**
 * DNS answers validated by DNSSEC. A validating resolver marks answers that it has proved (the AD bit, RFC 6840 5.8). The bit can be
 * trusted only if nobody is between the resolver and us, so only a resolver on this machine is used.
 */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import {
  type Answer,
  AUTHENTIC_DATA,
  type DecodedPacket,
  DNSSEC_OK,
  RECURSION_DESIRED,
  streamDecode,
  streamEncode,
} from 'dns-packet'
import { PeerFailure } from '../peer-failure.ts'

export type VouchedDns = {
  /** The records, and whether they are proved. Fails with a PeerFailure if there is no answer, or validation failed. */
  ask(type: 'A' | 'MX' | 'TLSA', name: string): Promise<{ isProved: boolean; answers: readonly Answer[] }>
}

export type VouchedDnsOptions = { servers: readonly string[]; timeoutMs?: number }

/** Undefined if there is no resolver on this machine. */
export function validatedDns({ servers, timeoutMs = 5_000 }: VouchedDnsOptions): VouchedDns | undefined {
  const server = servers.map(toSocketAddress).find(({ host }) => host.startsWith('127.') || host === '::1')
  if (!server) return undefined
  return {
    async ask(type, name) {
      const packet = await exchange(server, type, name, timeoutMs).catch(cause => {
        throw new PeerFailure('dns', `The name server on this machine does not answer (${reasonOf(cause)})`, {
          isOwnDemand: true,
        })
      })
      const { rcode } = packet
      if (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN') {
        const words = `The DNS lookup of ${name} gave no answer proved by DNSSEC (${rcode})`
        throw new PeerFailure('dns', words, { isOwnDemand: true })
      }
      return { isProved: packet.flag_ad, answers: packet.answers ?? [] }
    },
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** Parses the format of `dns.getServers`: an address; if the port is not 53 also `:port`, with brackets around IPv6. */
function toSocketAddress(server: string): { host: string; port: number } {
  const [, bracketed, plain, port = '53'] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d+))?$/.exec(server) ?? []
  return { host: bracketed ?? plain ?? server, port: Number(port) }
}

type Decoded = DecodedPacket & { rcode: string }

const maxAnswer = 65_537

/** Uses TCP: answers are not truncated and cannot be spoofed. */
async function exchange(
  { host, port }: { host: string; port: number },
  type: 'A' | 'MX' | 'TLSA',
  name: string,
  timeoutMs: number,
): Promise<Decoded> {
  const socket = connect({ host, port, noDelay: true, signal: AbortSignal.timeout(timeoutMs) })
  try {
    await once(socket, 'connect')
    const id = randomInt(65_536)
    const asksForProof = { ...{ extendedRcode: 0, ednsVersion: 0, flag_do: true, options: [] }, flags: DNSSEC_OK }
    const additionals = [{ type: 'OPT', name: '.', udpPayloadSize: 4096, ...asksForProof } as const]
    const flags = RECURSION_DESIRED | AUTHENTIC_DATA
    socket.write(streamEncode({ type: 'query', id, flags, questions: [{ type, name }], additionals: [...additionals] }))
    let received = Buffer.alloc(0)
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk])
      if (received.length > maxAnswer) throw new Error('too long')
      if (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        // `as`: the types of the package lack the decoded form here, and the response code.
        const packet = streamDecode(received) as Decoded
        if (packet.id !== id) throw new Error('another answer')
        return packet
      }
    }
    throw new Error('closed')
  } finally {
    socket.destroy()
  }
}
