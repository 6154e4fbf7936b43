/** A domain as the dashboard and scripts get it. */
import type { Domain as WireDomain } from '@posthorn/contract/messages/domains'
import { type DnsRecord, dnsRecords, zoneLine } from './dns/records.ts'
import type { Domain, DomainWithKeys } from './domain.ts'
import { failingParts } from './health.ts'
import { oldKeysOf } from './rotate.ts'

export const toWireDomain = (domain: Domain): Omit<WireDomain, 'records'> => ({
  id: domain.id,
  name: domain.name,
  verified_at: domain.verifiedAt?.toISOString() ?? null,
  return_path_verified_at: domain.returnPathVerifiedAt?.toISOString() ?? null,
  checked_at: domain.checkedAt?.toISOString() ?? null,
  failed_at: domain.failedAt?.toISOString() ?? null,
  failing: failingParts(domain),
  old_keys: toWireOldKeys(domain),
  tracking_host: domain.trackingHost,
  require_tls: domain.requireTls,
  created_at: domain.createdAt.toISOString(),
})

/** `hostname` is the name of this server in its records. */
export const toWireWithRecords = (domain: DomainWithKeys, hostname: string): WireDomain => ({
  ...toWireDomain(domain),
  records: dnsRecords({ ...domain, hostname }).map(toWireRecord),
})

function toWireOldKeys(domain: Domain): WireDomain['old_keys'] {
  const old = oldKeysOf(domain)
  return (
    old && {
      names: [...old.names],
      replaced_at: old.replacedAt.toISOString(),
      removable_at: old.removableAt.toISOString(),
    }
  )
}

export const toWireRecord = (record: DnsRecord): WireDomain['records'][number] => ({
  purpose: record.purpose,
  type: record.type,
  name: record.name,
  value: record.value,
  zone_line: zoneLine(record),
})
