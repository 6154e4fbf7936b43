import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { type Finding, judge, nextKeysAreThere } from './dns/findings.ts'
import type { Domain, DomainWithKeys } from './domain.ts'
import { type FailureCounts, failingParts, type Health, nextCheckAt, nextHealth } from './health.ts'
import { findDomainById, findLiveEnvironment, lockHealth, updateHealth, useNextKeys } from './store.ts'

/**
 * Saves what DNS has shown, activates new keys that are there, and reports once that a domain has failed and once that it has
 * recovered. A second run changes nothing.
 */
export async function noteFindings(
  tx: Tx,
  now: Date,
  domain: DomainWithKeys,
  findings: readonly Finding[],
  failureCounts: FailureCounts = 'at_once',
): Promise<DomainWithKeys> {
  const { organizationId, id, next } = domain
  const before = await lockHealth(tx, organizationId, id)
  if (!before) return domain
  const { dkim, returnPath } = judge(findings)
  const health = nextHealth(before, { dkim, returnPath, at: now, failureCounts })
  const answered = dkim !== 'unknown' || returnPath !== 'unknown'
  const check = { health, nextCheckAt: nextCheckAt(health, now), ...(answered && { checkedAt: now }) }
  await updateHealth(tx, organizationId, id, check)
  if (next && nextKeysAreThere(findings)) await useNextKeys(tx, { organizationId, id, selector: next.selector, now })
  await recordChange(tx, now, before, { ...domain, ...health })
  return (await findDomainById(tx, organizationId, id)) ?? domain
}

async function recordChange(tx: Tx, at: Date, before: Health, domain: Domain): Promise<void> {
  const { organizationId, id, name, failedAt } = domain
  if ((before.failedAt === null) === (failedAt === null)) return
  const environmentId = await findLiveEnvironment(tx, organizationId)
  const about = { domain_id: id, domain: name }
  const fact = failedAt
    ? { type: 'domain.failed' as const, data: { ...about, missing: failingParts(domain) } }
    : { type: 'domain.recovered' as const, data: about }
  await record(tx, [{ environmentId, subjectId: id, at, ...fact }])
}
