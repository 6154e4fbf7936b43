/** Compares what DNS says with what it should say. */
import type { DnsRecord } from './records.ts'

/** TXT values with their strings joined, or `preference exchange`; empty when there is no such name or record. */
export type Seen = readonly string[]
export type Comparison = 'found' | 'missing' | 'different'

export function compareRecord(record: DnsRecord, seen: Seen): Comparison {
  switch (record.purpose) {
    case 'dkim_rsa':
    case 'dkim_ed25519':
    case 'next_dkim_rsa':
    case 'next_dkim_ed25519':
      return compareKey(record.value, seen)
    case 'spf':
      return comparePolicy(/^v=spf1( |$)/i, seen)
    case 'dmarc':
      return comparePolicy(/^[vV]\s*=\s*DMARC1\s*(;|$)/, seen)
    case 'tls_rpt':
      return comparePolicy(/^v=TLSRPTv1\s*;/, seen)
    case 'return_path':
      return compareExchange(record.value, seen)
  }
}

function compareKey(value: string, seen: Seen): Comparison {
  if (seen.length === 0) return 'missing'
  const own = readKey(value)
  return seen.map(readKey).some(key => key.k === own.k && key.p === own.p) ? 'found' : 'different'
}

/** White space may stand anywhere in a key record (RFC 6376, 3.2), and the forms of DNS providers insert it. Most receivers know `k=RSA`. */
function readKey(text: string): { k: string; p: string } {
  const tags = new Map(text.replaceAll(/\s/g, '').split(';').map(splitTag))
  return { k: (tags.get('k') ?? 'rsa').toLowerCase(), p: tags.get('p') ?? '' }
}

function splitTag(tag: string): [string, string] {
  const equals = tag.indexOf('=')
  return [tag.slice(0, equals), tag.slice(equals + 1)]
}

/** The content of a policy is its owner's choice; two records count as none (RFC 7208, 4.5; RFC 7489, 6.6.3; RFC 8460, 3). */
function comparePolicy(version: RegExp, seen: Seen): Comparison {
  const policies = seen.filter(text => version.test(text))
  if (policies.length === 0) return 'missing'
  return policies.length === 1 ? 'found' : 'different'
}

/** The server that is tried first must be ours; its preference and the servers after it do not matter. */
function compareExchange(value: string, seen: Seen): Comparison {
  if (seen.length === 0) return 'missing'
  const exchanges = seen.map(readExchange)
  const first = Math.min(...exchanges.map(({ preference }) => preference))
  const { host } = readExchange(value)
  return exchanges.some(one => one.preference === first && one.host === host) ? 'found' : 'different'
}

function readExchange(text: string): { preference: number; host: string } {
  const [preference, host = ''] = text.split(' ')
  return { preference: Number(preference), host: host.toLowerCase().replace(/\.$/, '') }
}
