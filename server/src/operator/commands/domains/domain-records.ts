/** The DNS records of a domain, as JSON and as text. */
import { type DnsRecord, dnsRecords, zoneLine } from '#resources/messages/domains/dns/records.ts'
import type { Domain, DomainWithKeys } from '#resources/messages/domains/domain.ts'
import { failingParts } from '#resources/messages/domains/health.ts'
import { canBeLookedUp } from '#resources/messages/domains/name.ts'
import { oldKeysOf } from '#resources/messages/domains/rotate.ts'
import { toWireDomain } from '#resources/messages/domains/wire.ts'
import { serverName } from '#setup/email/domain-examining.ts'
import { type Config, settings } from '#setup/settings.ts'
import { shortTime } from '../table.ts'

export const recordsOf = (domain: DomainWithKeys, config: Config): DnsRecord[] =>
  dnsRecords({ ...domain, hostname: serverName(config) })

export const purposes: Record<DnsRecord['purpose'], string> = {
  dkim_rsa: 'DKIM (RSA)',
  dkim_ed25519: 'DKIM (Ed25519)',
  next_dkim_rsa: 'New DKIM (RSA)',
  next_dkim_ed25519: 'New DKIM (Ed25519)',
  return_path: 'Return path',
  spf: 'SPF',
  dmarc: 'DMARC',
  tls_rpt: 'TLS reports',
}

/** A note about the host name in the records when POSTHORN_HOSTNAME is not set. */
export function hostnameNote(config: Config): string | undefined {
  if (config.hostname !== null) return undefined
  const { name } = settings.hostname
  const own = serverName(config)
  return canBeLookedUp(own)
    ? `The records use ${own}, the name of this machine. If other servers know it by another name, set ${name} and run this again.`
    : `The records for the return path and SPF are missing: they need the full name of this server, and other servers cannot look up ${own}, the name of this machine. Set ${name} and run this again.`
}

/** A note about a verified domain whose records are gone from DNS; undefined when nothing is wrong. */
export function failureNote(domain: Domain): string | undefined {
  const { name, dkimMissingSince, returnPathMissingSince, failedAt } = domain
  if (!failedAt) return undefined
  const gone = failingParts(domain).map(part => ({ dkim: 'the DKIM key', return_path: 'the return path' })[part])
  const since = shortTime(dkimMissingSince ?? returnPathMissingSince ?? failedAt)
  const verb = gone.length > 1 ? 'are' : 'is'
  return `${name}: ${gone.join(' and ')} ${verb} gone from DNS since ${since}. Receivers may refuse its email.`
}

/** A note about the previous keys after a rotation; undefined when there were none. */
export function oldKeysNote(domain: Domain, now: Date): string | undefined {
  const old = oldKeysOf(domain)
  if (!old) return undefined
  const when = now < old.removableAt ? `can be removed after ${shortTime(old.removableAt)}` : 'can be removed'
  return `${domain.name}: signed with the new keys since ${shortTime(old.replacedAt)}. The old records ${when}: ${old.names.join(', ')}`
}

/** Records as entered in a web form, and as lines of a zone file. */
export const recordsText = (records: readonly DnsRecord[]): string => `${records.map(describe).join('\n')}
  The same records as lines of a zone file:

${records.map(record => `${zoneLine(record)}\n`).join('')}`

const describe = ({ purpose, name, type, value }: DnsRecord): string => `    ${purposes[purpose]}
      Name    ${name}
      Type    ${type}
      Value   ${value}
`

export const domainJson = (domain: Domain) => ({ organization_id: domain.organizationId, ...toWireDomain(domain) })
