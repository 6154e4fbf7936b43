import type { CheckedDomain, Domain as WireDomain } from '@posthorn/contract/console/domains'
import type { Clock } from '#core/clock.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { addDomain } from './add.ts'
import { type Finding, findRecords } from './dns/findings.ts'
import type { LookUp } from './dns/look-up.ts'
import { type DnsRecord, dnsRecords, zoneLine } from './dns/records.ts'
import type { Domain, DomainWithKeys } from './domain.ts'
import { failingParts } from './health.ts'
import type { KeySafe } from './key-safe.ts'
import { newPrivateKeys } from './keys.ts'
import { readDomainById, readOwnDomains } from './read.ts'
import { removeDomain } from './remove.ts'
import { oldKeysOf } from './rotate.ts'
import { setTrackingHost } from './track.ts'
import { noteFindings } from './verify.ts'

/** `hostname` is how the records call this server. */
type Parts = { database: Database; clock: Clock; lookUp: LookUp; hostname: string; safe: KeySafe }
type Shown = DomainWithKeys

export function domainConsoleRoutes({ database, clock, lookUp, hostname, safe }: Parts) {
  const { db } = database
  const recordsOf = (domain: Shown) => dnsRecords({ ...domain, hostname })
  const toWire = (domain: Shown): WireDomain => ({
    ...toWireDomain(domain),
    records: recordsOf(domain).map(toWireRecord),
  })

  return {
    listDomains: async ({ organizationId }) => ({ data: (await readOwnDomains(db, organizationId)).map(toWire) }),

    async addDomain({ organizationId }, { body }) {
      const keys = await newPrivateKeys()
      const asked = { organizationId, name: body.name }
      return toWire(await database.transaction(tx => addDomain(tx, safe, clock(), asked, keys)))
    },

    async verifyDomain({ organizationId }, { params }): Promise<CheckedDomain> {
      const domain = await readDomainById(db, organizationId, params.id)
      const findings = await findRecords(lookUp, recordsOf(domain))
      const checked = await database.transaction(tx => noteFindings(tx, clock(), domain, findings, 'when_confirmed'))
      return { ...toWireDomain(checked), records: findings.map(toWireFinding) }
    },

    async trackDomain({ organizationId }, { params, body }) {
      await database.transaction(async tx => {
        const { name } = await readDomainById(tx, organizationId, params.id)
        await setTrackingHost(tx, { organizationId, name }, body.tracking_host ?? 'none')
      })
      return toWire(await readDomainById(db, organizationId, params.id))
    },

    async removeDomain({ organizationId }, { params }) {
      await database.transaction(tx => removeDomain(tx, organizationId, params.id))
      return { success: true, message: 'Domain removed.' }
    },
  } satisfies Partial<ConsoleHandlers>
}

const toWireDomain = (domain: Domain) => ({
  id: domain.id,
  name: domain.name,
  verified_at: domain.verifiedAt?.toISOString() ?? null,
  return_path_verified_at: domain.returnPathVerifiedAt?.toISOString() ?? null,
  checked_at: domain.checkedAt?.toISOString() ?? null,
  failed_at: domain.failedAt?.toISOString() ?? null,
  failing: failingParts(domain),
  old_keys: toWireOldKeys(domain),
  tracking_host: domain.trackingHost,
  created_at: domain.createdAt.toISOString(),
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

const toWireRecord = (record: DnsRecord) => ({
  purpose: record.purpose,
  type: record.type,
  name: record.name,
  value: record.value,
  zone_line: zoneLine(record),
})

/** What others have written into DNS is cut: it can be long. */
const toWireFinding = (finding: Finding) => ({
  ...toWireRecord(finding.record),
  state: finding.state,
  seen: finding.state === 'no_answer' ? [] : finding.seen.slice(0, 10).map(text => text.slice(0, 500)),
})
