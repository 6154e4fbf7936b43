/** What DNS must say about a sender domain. */
import { type NextKeys, type PublicKeys, selectorsOf } from '../keys.ts'
import { canBeLookedUp, returnPathDomain, roleAddress } from '../name.ts'

export type KeyPurpose = 'dkim_rsa' | 'dkim_ed25519' | 'next_dkim_rsa' | 'next_dkim_ed25519'
export type DnsRecord =
  | { purpose: KeyPurpose | 'spf' | 'dmarc' | 'tls_rpt'; name: string; type: 'TXT'; value: string }
  | { purpose: 'return_path'; name: string; type: 'MX'; value: string }

const keyPurposes: readonly string[] = [
  'dkim_rsa',
  'dkim_ed25519',
  'next_dkim_rsa',
  'next_dkim_ed25519',
] satisfies KeyPurpose[]
export const isKeyPurpose = (purpose: string): purpose is KeyPurpose => keyPurposes.includes(purpose)

type Described = {
  name: string
  selector: string
  publicKeys: PublicKeys
  next: NextKeys | null
  hostname: string
}

/** Records that name this server, or need mail to come back to it, are left out while it has no name that others can look up. */
export function dnsRecords({ name, selector, publicKeys, next, hostname }: Described): DnsRecord[] {
  const txt = (purpose: Exclude<DnsRecord['purpose'], 'return_path'>, at: string, value: string): DnsRecord => ({
    purpose,
    name: at,
    type: 'TXT',
    value,
  })
  const keys = [...keyRecords(name, { selector, publicKeys }, ''), ...(next ? keyRecords(name, next, 'next_') : [])]
  if (!canBeLookedUp(hostname)) return [...keys, txt('dmarc', `_dmarc.${name}`, 'v=DMARC1; p=none')]
  return [
    ...keys,
    { purpose: 'return_path', name: returnPathDomain(name), type: 'MX', value: `10 ${hostname}` },
    // SPF is evaluated for the return path, not for the address that people see.
    txt('spf', returnPathDomain(name), `v=spf1 a:${hostname} ~all`),
    // Reports to a name under the domain need no consent record (RFC 7489, 7.1).
    txt('dmarc', `_dmarc.${name}`, `v=DMARC1; p=none; rua=mailto:${roleAddress('dmarc', name)}`),
    txt('tls_rpt', `_smtp._tls.${name}`, `v=TLSRPTv1; rua=mailto:${roleAddress('tls-reports', name)}`),
  ]
}

function keyRecords(name: string, { selector, publicKeys }: NextKeys, which: '' | 'next_'): DnsRecord[] {
  const [rsa, ed25519] = keyNames(name, selector)
  return [
    { purpose: `${which}dkim_rsa`, name: rsa, type: 'TXT', value: `v=DKIM1; k=rsa; p=${publicKeys.rsa}` },
    {
      purpose: `${which}dkim_ed25519`,
      name: ed25519,
      type: 'TXT',
      value: `v=DKIM1; k=ed25519; p=${publicKeys.ed25519}`,
    },
  ]
}

/** The DNS names of a selector's keys. */
export function keyNames(name: string, selector: string): [string, string] {
  const { rsa, ed25519 } = selectorsOf(selector)
  return [`${rsa}._domainkey.${name}`, `${ed25519}._domainkey.${name}`]
}

/** One line of a zone file. A string in DNS has at most 255 octets; longer values are several strings (RFC 6376, 3.6.2.2). */
export function zoneLine({ name, type, value }: DnsRecord): string {
  const data = type === 'MX' ? `${value}.` : (value.match(/.{1,255}/g) ?? []).map(part => `"${part}"`).join(' ')
  return `${name}. IN ${type} ${data}`
}
