import type { Finding } from '../dns/findings.ts'
import { zoneLine } from '../dns/records.ts'
import { type Check, shown } from './check.ts'

/** Whether others are asked to report failures to encrypt mail to the domain (RFC 8460). */
export function checkTlsReports(finding: Finding): Check {
  const { record, state } = finding
  const common = { about: 'tls_rpt', name: record.name } as const
  if (state === 'no_answer')
    return {
      ...common,
      level: 'unknown',
      result: state,
      seen: [],
      wanted: 'An answer from DNS: ask again later.',
      line: null,
    }
  const seen = shown(finding.seen)
  switch (state) {
    case 'found':
      return { ...common, level: 'good', result: 'there', seen, wanted: 'Others report their failures.', line: null }
    case 'different': {
      const wanted = 'One record: several count as none (RFC 8460, 3).'
      return { ...common, level: 'advice', result: 'several_records', seen, wanted, line: null }
    }
    case 'missing': {
      const wanted = 'Optional: an address for reports about mail to the domain that could not be encrypted.'
      return { ...common, level: 'advice', result: 'missing', seen, wanted, line: zoneLine(record) }
    }
  }
}
