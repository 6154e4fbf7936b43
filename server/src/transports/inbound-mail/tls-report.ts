/** A TLS report: RFC 8460, 4.4. Failures are counted by type; details about hosts are not stored. */
import { type TlsOutcome, type TlsReport, type TlsResult, tlsOutcomes, tlsPolicies } from '#core/domain-report.ts'
import { type Fields, fieldsOf, listOf, parseFields, textOf } from '../carriers/fields.ts'
import { countIn, domainIn, timeIn, words } from './report-words.ts'

const maxPolicies = 100
const maxFailures = 1_000

export function readTlsReport(json: string): TlsReport | undefined {
  const report = parseFields(json)
  if (!report) return undefined
  const policies = listOf(report.policies).slice(0, maxPolicies).map(fieldsOf)
  const range = fieldsOf(report['date-range'])
  const domain = domainOf(policies[0])
  const [reporter, reportId] = [words(textOf(report['organization-name'])), words(textOf(report['report-id']))]
  const begins = timeIn(Date.parse(textOf(range['start-datetime'])))
  const ends = timeIn(Date.parse(textOf(range['end-datetime'])))
  if (!reporter || !reportId || !domain || !begins || !ends) return undefined
  const results = policies.filter(one => domainOf(one) === domain).flatMap(resultsOf)
  return { kind: 'tls', reporter, reportId, domain, begins, ends, results: summed(results) }
}

const domainOf = (policy: Fields | undefined): string => domainIn(textOf(fieldsOf(policy?.policy)['policy-domain']))

function resultsOf({ policy, summary, 'failure-details': failures }: Fields): TlsResult[] {
  const type = textOf(fieldsOf(policy)['policy-type'])
  const of = tlsPolicies.find(one => one === type) ?? 'other'
  const total = (name: string) => countIn(textOf(fieldsOf(summary)[name]))
  const details = listOf(failures).slice(0, maxFailures).map(fieldsOf)
  const results = details.map(one => ({
    policy: of,
    result: outcomeOf(textOf(one['result-type'])),
    sessions: countIn(textOf(one['failed-session-count'])),
  }))
  const explained = results.reduce((sum, { sessions }) => sum + sessions, 0)
  return [
    { policy: of, result: 'success', sessions: total('total-successful-session-count') },
    ...results,
    // Details are optional.
    { policy: of, result: 'other', sessions: Math.max(0, total('total-failure-session-count') - explained) },
  ]
}

const outcomeOf = (text: string): TlsOutcome => tlsOutcomes.find(one => one === text && one !== 'success') ?? 'other'

function summed(results: readonly TlsResult[]): TlsResult[] {
  const all = new Map<string, TlsResult>()
  for (const one of results) {
    const key = `${one.policy} ${one.result}`
    all.set(key, { ...one, sessions: one.sessions + (all.get(key)?.sessions ?? 0) })
  }
  return [...all.values()].filter(({ sessions }) => sessions > 0)
}
