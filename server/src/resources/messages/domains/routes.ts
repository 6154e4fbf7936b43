import type { CheckedDomain } from '@posthorn/contract/messages/domains'
import type { Caller } from '#core/caller.ts'
import type { Clock } from '#core/clock.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { addDomain, addedAt } from './add.ts'
import type { Check } from './checks/check.ts'
import type { Finding } from './dns/findings.ts'
import type { DomainWithKeys } from './domain.ts'
import { type Examined, type ExaminingParts, examineDomain } from './examine.ts'
import type { KeySafe } from './key-safe.ts'
import { newPrivateKeys } from './keys.ts'
import { readDomainById, readOwnDomains } from './read.ts'
import { removeDomain } from './remove.ts'
import { setRequireTls } from './require-tls.ts'
import { setTrackingHost } from './track.ts'
import { toWireDomain, toWireRecord, toWireWithRecords } from './wire.ts'

type Parts = { database: Database; clock: Clock; safe: KeySafe; examining: ExaminingParts }

/** Somebody is waiting for the page. */
const maxTimeMs = 10_000

export function domainRoutes({ database, clock, safe, examining }: Parts) {
  const { db } = database
  const { hostname } = examining
  const examine = coalesced(domain =>
    examineDomain({ ...examining, database, clock }, domain, { failureCounts: 'when_confirmed', timeMs: maxTimeMs }),
  )
  const toWire = (domain: DomainWithKeys) => toWireWithRecords(domain, hostname)

  return {
    listDomains: async caller => ({
      data: isOfTests(caller) ? [] : (await readOwnDomains(db, caller.organizationId)).map(toWire),
    }),

    getDomain: async (caller, { params }) => toWire(await readDomainById(db, ownerOf(caller), params.id)),

    async addDomain(caller, { body }, { change }) {
      if (isOfTests(caller))
        throw new Refusal('invalid_state', { message: 'Sender domains are for live email: use a live key.' })
      const { organizationId } = caller
      const keys = await newPrivateKeys()
      const asked = { organizationId, name: body.name }
      const now = clock()
      return toWire(await audited(database, change, tx => addDomain(tx, safe, now, asked, keys), addedAt(now)))
    },

    async verifyDomain(caller, { params }): Promise<CheckedDomain> {
      const organizationId = ownerOf(caller)
      const asked = await readDomainById(db, organizationId, params.id)
      const { domain, findings, checks } = await examine(asked)
      return { ...toWireDomain(domain), records: findings.map(toWireFinding), checks: checks.map(toWireCheck) }
    },

    async updateDomain(caller, { params, body }, { change }) {
      const organizationId = ownerOf(caller)
      const { tracking_host: trackingHost, require_tls: requireTls } = body
      await audited(database, change, async tx => {
        const { name } = await readDomainById(tx, organizationId, params.id)
        const asked = { organizationId, name }
        if (trackingHost !== undefined) await setTrackingHost(tx, asked, trackingHost ?? 'none')
        if (requireTls !== undefined) await setRequireTls(tx, asked, requireTls)
      })
      return toWire(await readDomainById(db, organizationId, params.id))
    },

    async removeDomain(caller, { params }, { change }) {
      const organizationId = ownerOf(caller)
      await audited(database, change, tx => removeDomain(tx, organizationId, params.id))
      return { success: true, message: 'Domain removed.' }
    },
  } satisfies Partial<Handlers>
}

/** A test key must not change what live email is signed with. People see the same domains in both environments. */
const isOfTests = (caller: Caller): boolean => caller.mode === 'test' && !('person' in caller)

/** The organization whose domains the caller may use; a test key has none. */
function ownerOf(caller: Caller): string {
  if (isOfTests(caller)) throw notFound('domain')
  return caller.organizationId
}

/** Concurrent requests to examine one domain share the examination: it may ask hundreds of questions. */
function coalesced(examine: (domain: DomainWithKeys) => Promise<Examined>): typeof examine {
  const underWay = new Map<string, Promise<Examined>>()
  return domain => {
    const { id } = domain
    const examined = underWay.get(id) ?? examine(domain).finally(() => underWay.delete(id))
    underWay.set(id, examined)
    return examined
  }
}

const toWireCheck = ({ about, name, level, result, seen, wanted, line }: Check): CheckedDomain['checks'][number] => ({
  ...{ about, name, level, result, wanted, line },
  seen: [...seen],
})

/** DNS content from others is cut: it can be long. */
const toWireFinding = (finding: Finding) => ({
  ...toWireRecord(finding.record),
  state: finding.state,
  seen: finding.state === 'no_answer' ? [] : finding.seen.slice(0, 10).map(text => text.slice(0, 500)),
})
