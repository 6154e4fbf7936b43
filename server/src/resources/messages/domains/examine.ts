import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import type { Check } from './checks/check.ts'
import { checkDomain, type Probes, type Source } from './checks/check-domain.ts'
import { limitedLookUp } from './checks/limited-look-up.ts'
import { type Finding, findRecords } from './dns/findings.ts'
import type { LookUp } from './dns/look-up.ts'
import { dnsRecords } from './dns/records.ts'
import type { DomainWithKeys } from './domain.ts'
import type { FailureCounts } from './health.ts'
import { noteFindings } from './verify.ts'

/** What an examination needs; `hostname` is the name of this server in the records. */
export type ExaminingParts = {
  lookUp: LookUp
  probes: Probes
  hostname: string
  sendsDirectly: boolean
  /** Empty when the machine chooses the address that email leaves from. */
  sources: readonly Source[]
  /** The host of the public address; null when none is set. */
  publicHost: string | null
}
type Asked = { failureCounts: FailureCounts; timeMs: number }
export type Examined = { domain: DomainWithKeys; findings: readonly Finding[]; checks: readonly Check[] }

/**
 * An answer of DNS has at most 64 KiB, so all of them together at most 13 MiB. SPF alone may ask 100 questions or more (RFC 7208,
 * 4.6.4).
 */
const maxQuestions = 200

/**
 * Examines a domain as receivers do, and saves what DNS shows of its records. All questions to DNS end after `timeMs`, requests
 * to other hosts some seconds later.
 */
export async function examineDomain(
  { database, clock, ...parts }: ExaminingParts & { database: Database; clock: Clock },
  domain: DomainWithKeys,
  { failureCounts, timeMs }: Asked,
): Promise<Examined> {
  const { hostname, sendsDirectly, sources, publicHost, probes } = parts
  const lookUp = limitedLookUp(parts.lookUp, { questions: maxQuestions, timeMs })
  const findings = await findRecords(lookUp, dnsRecords({ ...domain, hostname }))
  const noted = database.transaction(tx => noteFindings(tx, clock(), domain, findings, failureCounts))
  const sender = { ...domain, hostname, sendsDirectly, sources, publicHost, findings }
  const [checked, checks] = await Promise.all([noted, checkDomain(lookUp, sender, probes)])
  return { domain: checked, findings, checks }
}
