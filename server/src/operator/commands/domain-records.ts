/** The DNS records of a domain, for scripts and for whoever sets them by hand. */
import { hostname } from 'node:os'
import type { Domain } from '#resources/messages/domains/domain.ts'
import type { PublicKeys } from '#resources/messages/domains/keys.ts'
import { type DnsRecord, dnsRecords } from '#resources/messages/domains/records.ts'
import { type Config, settings } from '#setup/settings.ts'

export const serverName = (config: Config): string => config.hostname ?? hostname().toLowerCase()

export const recordsOf = (domain: Domain & { publicKeys: PublicKeys }, config: Config): DnsRecord[] =>
  dnsRecords({ ...domain, hostname: serverName(config) })

export const purposes: Record<DnsRecord['purpose'], string> = {
  dkim_rsa: 'DKIM (RSA)',
  dkim_ed25519: 'DKIM (Ed25519)',
  return_path: 'Return path',
  spf: 'SPF',
  dmarc: 'DMARC',
  tls_rpt: 'TLS reports',
}

/** What the records rest on when nobody has said how this server is called. */
export function hostnameNote(config: Config): string | undefined {
  if (config.hostname !== null) return undefined
  const { name } = settings.hostname
  const own = serverName(config)
  return own.includes('.')
    ? `The records call this server ${own}, like this machine. If others know it by another name, set ${name} and ask again.`
    : `The records call this server ${own}, like this machine, and nobody else can look that up: set ${name} and ask again.`
}

export const domainJson = (domain: Domain) => ({
  id: domain.id,
  organization_id: domain.organizationId,
  name: domain.name,
  verified_at: domain.verifiedAt?.toISOString() ?? null,
  return_path_verified_at: domain.returnPathVerifiedAt?.toISOString() ?? null,
  checked_at: domain.checkedAt?.toISOString() ?? null,
  created_at: domain.createdAt.toISOString(),
})
