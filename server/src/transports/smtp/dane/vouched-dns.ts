/**
 * DNS answers that somebody vouches for. A resolver that checks DNSSEC marks what it has proved (the AD bit, RFC 6840 5.8), and that mark
 * can be believed when nobody is between it and us: so only a resolver on this machine is asked.
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
  /** What there is, and whether it is proved. Fails with a PeerFailure when there is no answer, or one that was proved wrong. */
  ask(type: 'A' | 'MX' | 'TLSA', name: string): Promise<{ isProved: boolean; answers: readonly Answer[] }>
}

export type VouchedDnsOptions = { servers: readonly string[]; timeoutMs?: number }

/** Undefined when no resolver is on this machine. */
export function vouchedDns({ servers, timeoutMs = 5_000 }: VouchedDnsOptions): VouchedDns | undefined {
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
        const words = `The name servers do not say in a way that can be proved where mail for ${name} goes (${rcode})`
        throw new PeerFailure('dns', words, { isOwnDemand: true })
      }
      return { isProved: packet.flag_ad, answers: packet.answers ?? [] }
    },
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** As `dns.getServers` writes them: an address, with `:port` and then brackets around IPv6 where that is not 53. */
function toSocketAddress(server: string): { host: string; port: number } {
  const [, bracketed, plain, port = '53'] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d+))?$/.exec(server) ?? []
  return { host: bracketed ?? plain ?? server, port: Number(port) }
}

type Decoded = DecodedPacket & { rcode: string }

const longestAnswer = 65_537

/** Over TCP: nothing is cut off, and nobody else can answer. */
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
      if (received.length > longestAnswer) throw new Error('too long')
      if (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        // `as`: it is decoded; the types of the package forget that here, and the code of the response altogether.
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
