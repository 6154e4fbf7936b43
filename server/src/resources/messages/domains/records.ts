/** What DNS must say about a sender domain. */
import { type PublicKeys, selectorsOf } from './keys.ts'
import { returnPathDomain, roleAddress } from './name.ts'

export type DnsRecord =
  | { purpose: 'dkim_rsa' | 'dkim_ed25519' | 'spf' | 'dmarc' | 'tls_rpt'; name: string; type: 'TXT'; value: string }
  | { purpose: 'return_path'; name: string; type: 'MX'; value: string }

type Described = { name: string; selector: string; publicKeys: PublicKeys; hostname: string }

export function dnsRecords({ name, selector, publicKeys, hostname }: Described): DnsRecord[] {
  const selectors = selectorsOf(selector)
  const txt = (purpose: Exclude<DnsRecord['purpose'], 'return_path'>, at: string, value: string): DnsRecord => ({
    purpose,
    name: at,
    type: 'TXT',
    value,
  })
  return [
    txt('dkim_rsa', `${selectors.rsa}._domainkey.${name}`, `v=DKIM1; k=rsa; p=${publicKeys.rsa}`),
    txt('dkim_ed25519', `${selectors.ed25519}._domainkey.${name}`, `v=DKIM1; k=ed25519; p=${publicKeys.ed25519}`),
    { purpose: 'return_path', name: returnPathDomain(name), type: 'MX', value: `10 ${hostname}` },
    // SPF is asked of the return path, not of the address that people see.
    txt('spf', returnPathDomain(name), `v=spf1 a:${hostname} ~all`),
    // Reports to a name under the domain need nobody's consent (RFC 7489, 7.1).
    txt('dmarc', `_dmarc.${name}`, `v=DMARC1; p=none; rua=mailto:${roleAddress('dmarc', name)}`),
    txt('tls_rpt', `_smtp._tls.${name}`, `v=TLSRPTv1; rua=mailto:${roleAddress('tls-reports', name)}`),
  ]
}

/** One line of a zone file. A string in DNS has at most 255 octets; longer values are several strings (RFC 6376, 3.6.2.2). */
export function zoneLine({ name, type, value }: DnsRecord): string {
  const data = type === 'MX' ? `${value}.` : (value.match(/.{1,255}/g) ?? []).map(part => `"${part}"`).join(' ')
  return `${name}. IN ${type} ${data}`
}
