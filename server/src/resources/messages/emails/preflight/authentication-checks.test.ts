import { expect, test } from 'vitest'
import { type Authenticated, authenticationChecks } from './authentication-checks.ts'

const signature: Authenticated['dkim'][number] = {
  ...{ domain: 'acme.test', selector: 'r1', algorithm: 'rsa-sha256' },
  result: 'pass',
  aligned: true,
}
const spf = { domain: 'bounces.acme.test', address: '192.0.2.1', result: 'pass', aligned: true } as const
const good: Authenticated = {
  from: 'acme.test',
  dkim: [signature],
  spf,
  dmarc: { result: 'pass', policy: 'reject', domain: 'acme.test' },
}
const verdicts = (special: Partial<Authenticated>) =>
  authenticationChecks({ ...good, ...special })
    .filter(({ verdict }) => verdict !== 'fine')
    .map(({ about, verdict, what }) => `${about} ${verdict}: ${what}`)

test('passing checks are fine, and each signature is listed', () => {
  expect(verdicts({})).toEqual([])
  expect(authenticationChecks(good)[0]?.details).toEqual(['r1._domainkey.acme.test (rsa-sha256): passes'])
})

test.each<[string, RegExp, Partial<Authenticated>]>([
  ['a sender at a free mail service', /^dkim problem: Only gmail\.com itself/, { from: 'gmail.com' }],
  ['no signature', /^dkim problem: It is not signed: acme\.test is not a verified domain/, { dkim: [] }],
  ['keys that are gone', /^dkim problem: .*receivers cannot verify/, { dkim: [{ ...signature, result: 'no_key' }] }],
  ['one key that is gone', /^dkim advice: DKIM passes, but/, { dkim: [signature, { ...signature, result: 'no_key' }] }],
  ['no answer about keys', /^dkim advice: .*did not answer/, { dkim: [{ ...signature, result: 'no_answer' }] }],
  ['strict alignment', /^dkim problem: .*is not aligned with/, { dkim: [{ ...signature, aligned: false }] }],
  ['no SPF record', /^spf problem: bounces\.acme\.test has no SPF/, { spf: { ...spf, result: 'none' } }],
  ['SPF that leaves us out', /^spf problem: .*does not let 192/, { spf: { ...spf, result: 'softfail' } }],
  ['two SPF records', /^spf problem: .*several/, { spf: { ...spf, result: 'several_records' } }],
  ['too long SPF', /^spf problem: .*too many lookups/, { spf: { ...spf, result: 'too_many_lookups' } }],
  ['SPF of another domain', /^spf advice: .*only DKIM counts/, { spf: { ...spf, aligned: false } }],
  ['no answer about SPF', /^spf advice: DNS did not answer/, { spf: { ...spf, result: 'no_answer' } }],
  ['no DMARC', /^dmarc problem: acme\.test has no/, { dmarc: { result: 'none', policy: null, domain: null } }],
  ['p=none', /^dmarc advice: DMARC passes\. The policy/, { dmarc: { ...good.dmarc, policy: 'none' } }],
  ['no answer about DMARC', /^dmarc advice: DNS/, { dmarc: { ...good.dmarc, result: 'no_answer' } }],
  ['DMARC that fails', /^dmarc problem: .*refuse it \(p=reject\)/, { dmarc: { ...good.dmarc, result: 'fail' } }],
])('%s: what it is and what to do', (_, expected, special) => {
  expect(verdicts(special)).toEqual([expect.stringMatching(expected)])
})

test('without a known sending address SPF is no problem', () => {
  expect(verdicts({ spf: null })).toEqual([])
})
