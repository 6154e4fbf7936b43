import type { CheckedDomain } from '@posthorn/contract/messages/domains'

export type Check = CheckedDomain['checks'][number]
type CheckedRecord = CheckedDomain['records'][number]

/** Checks by urgency. Those about missing records are left out, because the record list shows them. */
export function groupChecks({ checks, records }: Pick<CheckedDomain, 'checks' | 'records'>) {
  const told = checks.filter(check => !records.some(record => isSaidBy(record, check)))
  const of = (level: Check['level']) => told.filter(check => check.level === level)
  return { problems: of('fault'), advice: of('advice'), unknown: of('unknown'), good: of('good') }
}

/** Compares the name, too: the DMARC record that applies may be that of a parent domain. */
const isSaidBy = ({ purpose, name, state }: CheckedRecord, check: Check): boolean =>
  (state === 'missing' || state === 'no_answer') &&
  check.level !== 'good' &&
  purpose === (check.about === 'spf_return_path' ? 'spf' : check.about) &&
  name === check.name
