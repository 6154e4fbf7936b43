/** The TLSA records of mail hosts, if DNSSEC proves them (RFC 7672). */
import type { Answer, TlsaAnswer } from 'dns-packet'
import type { TlsMode } from '../connect.ts'
import { remember } from '../remember.ts'
import { isNamedByAny, isUsable, type Tlsa } from './tlsa.ts'
import type { VouchedDns } from './vouched-dns.ts'

export type Dane = {
  /** Whether DNSSEC proves the MX records of a domain. Only then are TLSA records looked up. Never rejects. */
  isProved(domain: string): Promise<boolean>
  /** Undefined if the host or its TLSA records are not proved. Fails with a PeerFailure if DNS does not answer. */
  demandOf(host: string, port: number): Promise<{ tls: TlsMode; by: string } | undefined>
}

export function dane(dns: VouchedDns, now = () => performance.now(), clock = () => new Date()): Dane {
  const recordsOf = remember(now, async (name: string): Promise<readonly Tlsa[]> => {
    const { isProved, answers } = await dns.ask('TLSA', name)
    return isProved ? answers.filter(isTlsa).map(({ data }) => data) : []
  })
  // Name servers of zones without DNSSEC may fail on TLSA queries, so those are not sent (RFC 7672 2.1.2).
  const isProvedHost = remember(now, async (host: string) => (await dns.ask('A', host)).isProved)
  return {
    // A failed lookup proves nothing, and must not delay the mail.
    isProved: remember(now, async domain =>
      dns.ask('MX', domain).then(
        ({ isProved }) => isProved,
        () => false,
      ),
    ),
    async demandOf(host, port) {
      if (!(await isProvedHost(host))) return undefined
      const records = await recordsOf(`_${port}._tcp.${host}`)
      if (records.length === 0) return undefined
      const by = `the TLSA records of ${host} (DANE)`
      // Records that cannot be checked still say that the host supports TLS.
      if (!records.some(isUsable)) return { tls: { kind: 'required', checked: false }, by }
      const accepts: TlsMode['accepts'] = chain => isNamedByAny(records, chain, host, clock())
      return { tls: { kind: 'required', checked: false, accepts }, by }
    },
  }
}

const isTlsa = (answer: Answer): answer is TlsaAnswer => answer.type === 'TLSA'
