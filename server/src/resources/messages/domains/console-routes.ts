import type { CheckedDomain, Domain as WireDomain } from '@posthorn/contract/console/domains'
import type { Clock } from '#core/clock.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { addDomain } from './add.ts'
import { type Finding, findRecords } from './dns/findings.ts'
import type { LookUp } from './dns/look-up.ts'
import { dnsRecords } from './dns/records.ts'
import type { DomainWithKeys } from './domain.ts'
import type { KeySafe } from './key-safe.ts'
import { newPrivateKeys } from './keys.ts'
import { readDomainById, readOwnDomains } from './read.ts'
import { removeDomain } from './remove.ts'
import { setRequireTls } from './require-tls.ts'
import { setTrackingHost } from './track.ts'
import { noteFindings } from './verify.ts'
import { toWireDomain, toWireRecord } from './wire.ts'

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

    async updateDomain({ organizationId }, { params, body }) {
      const { tracking_host: trackingHost, require_tls: requireTls } = body
      await database.transaction(async tx => {
        const { name } = await readDomainById(tx, organizationId, params.id)
        const asked = { organizationId, name }
        if (trackingHost !== undefined) await setTrackingHost(tx, asked, trackingHost ?? 'none')
        if (requireTls !== undefined) await setRequireTls(tx, asked, requireTls)
      })
      return toWire(await readDomainById(db, organizationId, params.id))
    },

    async removeDomain({ organizationId }, { params }) {
      await database.transaction(tx => removeDomain(tx, organizationId, params.id))
      return { success: true, message: 'Domain removed.' }
    },
  } satisfies Partial<ConsoleHandlers>
}

/** What others have written into DNS is cut: it can be long. */
const toWireFinding = (finding: Finding) => ({
  ...toWireRecord(finding.record),
  state: finding.state,
  seen: finding.state === 'no_answer' ? [] : finding.seen.slice(0, 10).map(text => text.slice(0, 500)),
})
