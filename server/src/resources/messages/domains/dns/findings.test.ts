import { expect, test } from 'vitest'
import { type Finding, judge } from './findings.ts'
import type { DnsRecord } from './records.ts'

const finding = (purpose: DnsRecord['purpose'], state: Finding['state']): Finding => {
  // `as`: the type and value of the record do not affect the verdict.
  const record = { purpose, name: 'x', type: 'TXT', value: 'x' } as DnsRecord
  return state === 'no_answer' ? { record, state, code: 'ETIMEOUT' } : { record, state, seen: [] }
}

test.each<[Finding['state'], Finding['state'], Finding['state'], string, string]>([
  ['found', 'found', 'found', 'right', 'right'],
  ['missing', 'found', 'found', 'wrong', 'right'],
  ['different', 'found', 'found', 'wrong', 'right'],
  ['no_answer', 'found', 'found', 'unknown', 'right'],
  ['found', 'missing', 'found', 'right', 'wrong'],
  ['found', 'found', 'different', 'right', 'wrong'],
  ['found', 'no_answer', 'found', 'right', 'unknown'],
  ['found', 'no_answer', 'missing', 'right', 'wrong'],
  ['no_answer', 'no_answer', 'no_answer', 'unknown', 'unknown'],
])('key %s, MX %s and SPF %s: the key is %s, the return path %s', (key, mx, spf, dkim, returnPath) => {
  const others = [finding('dkim_ed25519', 'missing'), finding('dmarc', 'missing')]

  const verdict = judge([finding('dkim_rsa', key), finding('return_path', mx), finding('spf', spf), ...others])

  expect(verdict).toEqual({ dkim, returnPath })
})
