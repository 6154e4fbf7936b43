/** What was found in DNS, record by record, and the verdicts on it. */
import { type Comparison, compareRecord, type Seen } from './compare.ts'
import type { LookUp } from './look-up.ts'
import type { DnsRecord } from './records.ts'

export type Finding = { record: DnsRecord } & ({ state: Comparison; seen: Seen } | { state: 'no_answer'; code: string })

/** `unknown`: DNS did not answer, so nothing changes. */
export type Verdict = 'right' | 'wrong' | 'unknown'

export const findRecords = (lookUp: LookUp, records: readonly DnsRecord[]): Promise<Finding[]> =>
  Promise.all(
    records.map(async (record): Promise<Finding> => {
      const answer = await lookUp(record)
      if (answer.kind === 'no_answer') return { record, state: 'no_answer', code: answer.code }
      return { record, state: compareRecord(record, answer.seen), seen: answer.seen }
    }),
  )

/** The RSA key decides: every receiver can read it; many do not support Ed25519 yet. */
export const judge = (findings: readonly Finding[]): { dkim: Verdict; returnPath: Verdict } => ({
  dkim: nextKeysAreThere(findings) ? 'right' : verdictOn(findings, deciding.dkim),
  returnPath: verdictOn(findings, deciding.returnPath),
})

/** The Ed25519 key may be missing only when the previous one is not in DNS either: a rotation must not make signatures worse. */
export function nextKeysAreThere(findings: readonly Finding[]): boolean {
  const stateOf = (purpose: DnsRecord['purpose']) => findings.find(({ record }) => record.purpose === purpose)?.state
  const before = stateOf('dkim_ed25519')
  const isAsBefore = stateOf('next_dkim_ed25519') === 'found' || before === 'missing' || before === 'different'
  return stateOf('next_dkim_rsa') === 'found' && isAsBefore
}

/** The records that decide each verdict. */
export const deciding: Record<'dkim' | 'returnPath', readonly DnsRecord['purpose'][]> = {
  dkim: ['dkim_rsa'],
  returnPath: ['return_path', 'spf'],
}

function verdictOn(findings: readonly Finding[], purposes: readonly DnsRecord['purpose'][]): Verdict {
  const states = findings.filter(({ record }) => purposes.includes(record.purpose)).map(({ state }) => state)
  if (states.some(state => state === 'missing' || state === 'different')) return 'wrong'
  return states.length > 0 && states.every(state => state === 'found') ? 'right' : 'unknown'
}
