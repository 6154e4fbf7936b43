import type { LookUp } from '../dns/look-up.ts'
import { zoneLine } from '../dns/records.ts'
import { type Check, type Level, shown } from './check.ts'
import { evaluateSpf, type SpfResult, spfRecords } from './evaluate-spf.ts'
import { withUs } from './spf-with-us.ts'

type Asked = {
  about: 'spf_return_path' | 'spf_domain'
  domain: string
  hostname: string
  addresses: readonly string[]
  /** The names that these addresses belong to: ours, and others that ours does not resolve to. */
  names: readonly string[]
  /** False when a relay sends, whose addresses we do not know. */
  sendsDirectly: boolean
}

/** The worst result of all addresses decides; no answer from DNS ranks better than a certain fault. */
export const worstSpfFirst: readonly SpfResult[] = [
  ...(['several_records', 'broken', 'too_many_lookups', 'too_many_void_lookups'] as const),
  ...(['none', 'fail', 'softfail', 'neutral', 'no_answer', 'pass'] as const),
]

export async function checkSpf(lookUp: LookUp, asked: Asked): Promise<Check> {
  const { about, domain, hostname, addresses, names } = asked
  const answer = await lookUp({ name: domain, type: 'TXT' })
  const records = answer.kind === 'answer' ? spfRecords(answer.seen) : []
  const results = await Promise.all(
    addresses.map(async address => ({ address, result: await evaluateSpf(lookUp, { domain, address, hostname }) })),
  )
  const result = worstSpfFirst.find(one => results.some(each => each.result === one)) ?? 'no_address'
  return {
    about,
    name: domain,
    level: levelOf(asked, result),
    result,
    seen: shown([...records, ...results.map(each => `${each.address}: ${each.result.replaceAll('_', ' ')}`)]),
    wanted: wantedFor(result, names.join(' and ')),
    line: lineFor(asked, result, records),
  }
}

/** Receivers check the return path; the domain itself only when a message has none. */
function levelOf({ about, sendsDirectly }: Asked, result: SpfResult | 'no_address'): Level {
  if (result === 'pass') return 'good'
  if (result === 'no_answer' || result === 'no_address') return 'unknown'
  if (about === 'spf_domain' || (isRefusal(result) && !sendsDirectly)) return 'advice'
  return 'fault'
}

/** The record is readable and does not allow the address. */
const isRefusal = (result: SpfResult): boolean => ['fail', 'softfail', 'neutral'].includes(result)

function wantedFor(result: SpfResult | 'no_address', names: string): string {
  switch (result) {
    case 'pass':
      return `Every address of ${names} passes.`
    case 'none':
      return `An SPF record that lets ${names} send.`
    case 'fail':
    case 'softfail':
    case 'neutral':
      return `The record lets every address of ${names} send. If only a relay sends for you, its own entry matters instead.`
    case 'several_records':
      return 'One SPF record: two count as an error (RFC 7208, 4.5). Put their entries into one.'
    case 'too_many_lookups':
      return 'At most 10 DNS look-ups, those of each include among them (RFC 7208, 4.6.4). Remove what no longer sends.'
    case 'too_many_void_lookups':
      return 'At most 2 entries that lead to nothing in DNS (RFC 7208, 4.6.4). Remove names that no longer exist.'
    case 'broken':
      return 'A record that can be read, with everything it includes (RFC 7208, 4.6).'
    case 'no_answer':
      return 'An answer from DNS: ask again later.'
    case 'no_address':
      return `An address of ${names} in DNS, to evaluate with.`
  }
}

/** The owner's entries stay, since others may send by them. A broken record is replaced only where the name is ours alone. */
function lineFor({ about, domain, names }: Asked, result: SpfResult | 'no_address', records: readonly string[]) {
  if (result === 'pass' || result === 'no_answer' || result === 'no_address') return null
  const kept = result === 'broken' ? null : withUs(records, names)
  if (kept === null && records.length > 0 && about === 'spf_domain') return null
  return zoneLine({
    purpose: 'spf',
    name: domain,
    type: 'TXT',
    value: kept ?? `v=spf1 ${names.map(name => `a:${name}`).join(' ')} ~all`,
  })
}
