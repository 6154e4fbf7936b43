/** What the zone of a mail host says about its certificate, where DNSSEC proves it (RFC 7672). */
import type { Answer, TlsaAnswer } from 'dns-packet'
import type { TlsMode } from '../connect.ts'
import { remember } from '../remember.ts'
import { isNamedByAny, isUsable, type Tlsa } from './tlsa.ts'
import type { VouchedDns } from './vouched-dns.ts'

export type Dane = {
  /** Whether it is proved which hosts take the mail of a domain: only then their records are looked for. Never rejects. */
  isProved(domain: string): Promise<boolean>
  /** Undefined when the host, or what its zone says of its certificate, is not proved. Fails with a PeerFailure when DNS does not answer. */
  demandOf(host: string, port: number): Promise<{ tls: TlsMode; by: string } | undefined>
}

export function dane(dns: VouchedDns, now = () => performance.now(), clock = () => new Date()): Dane {
  const recordsOf = remember(now, async (name: string): Promise<readonly Tlsa[]> => {
    const { isProved, answers } = await dns.ask('TLSA', name)
    return isProved ? answers.filter(isTlsa).map(({ data }) => data) : []
  })
  // Name servers of zones without DNSSEC do not always answer questions about TLSA: they are not asked (RFC 7672 2.1.2).
  const isProvedHost = remember(now, async (host: string) => (await dns.ask('A', host)).isProved)
  return {
    // A resolver that cannot tell proves nothing; the mail itself must not wait for that.
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
      // Records that nobody can check still say that the host speaks TLS.
      if (!records.some(isUsable)) return { tls: { kind: 'required', checked: false }, by }
      const accepts: TlsMode['accepts'] = chain => isNamedByAny(records, chain, host, clock())
      return { tls: { kind: 'required', checked: false, accepts }, by }
    },
  }
}

const isTlsa = (answer: Answer): answer is TlsaAnswer => answer.type === 'TLSA'
