import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import type { Check } from './checks/check.ts'
import { checkDomain, type Probes, type Source } from './checks/check-domain.ts'
import { limitedLookUp } from './checks/limited-look-up.ts'
import { type Finding, findRecords } from './dns/findings.ts'
import type { LookUp } from './dns/look-up.ts'
import { dnsRecords } from './dns/records.ts'
import type { DomainWithKeys } from './domain.ts'
import type { Belief } from './health.ts'
import { noteFindings } from './verify.ts'

/** What domains are examined with; `hostname` is how the records call this server. */
export type ExaminingParts = {
  lookUp: LookUp
  probes: Probes
  hostname: string
  sendsDirectly: boolean
  /** None when email leaves from whichever address the machine chooses. */
  sources: readonly Source[]
  /** The host of the public address; null when nobody has said it. */
  publicHost: string | null
}
type Asked = { belief: Belief; timeMs: number }
export type Examined = { domain: DomainWithKeys; findings: readonly Finding[]; checks: readonly Check[] }

/** An answer of DNS has at most 64 KiB, so that all of them have at most 13 MiB. SPF alone may ask 100 questions and more (RFC 7208, 4.6.4). */
const maxQuestions = 200

/**
 * Looks at a domain as receivers do, and notes what DNS shows of its records. All questions to DNS end after `timeMs`, and what is asked
 * of other hosts some seconds later.
 */
export async function examineDomain(
  { database, clock, ...parts }: ExaminingParts & { database: Database; clock: Clock },
  domain: DomainWithKeys,
  { belief, timeMs }: Asked,
): Promise<Examined> {
  const { hostname, sendsDirectly, sources, publicHost, probes } = parts
  const lookUp = limitedLookUp(parts.lookUp, { questions: maxQuestions, timeMs })
  const findings = await findRecords(lookUp, dnsRecords({ ...domain, hostname }))
  const noted = database.transaction(tx => noteFindings(tx, clock(), domain, findings, belief))
  const sender = { ...domain, hostname, sendsDirectly, sources, publicHost, findings }
  const [checked, checks] = await Promise.all([noted, checkDomain(lookUp, sender, probes)])
  return { domain: checked, findings, checks }
}
