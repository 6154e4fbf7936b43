import { expect, test } from 'vitest'
import type { Authenticated } from './authentication-checks.ts'
import { bulkRules } from './bulk-rules.ts'

const good: Authenticated = {
  from: 'acme.test',
  dkim: [{ domain: 'acme.test', selector: 'r1', algorithm: 'rsa-sha256', result: 'pass', aligned: true }],
  spf: { domain: 'bounces.acme.test', address: '192.0.2.1', result: 'pass', aligned: true },
  dmarc: { result: 'pass', policy: 'none', domain: 'acme.test' },
}
type Special = { seen?: Partial<Authenticated>; stream?: 'broadcast' | 'transactional'; linkBase?: string }
const rules = ({ seen = {}, stream = 'broadcast', linkBase = 'https://acme.test' }: Special) =>
  bulkRules({ seen: { ...good, ...seen }, draft: { messageStream: stream }, linkBase })
const withState = (state: string, special: Special) =>
  rules(special).details?.filter(line => line.startsWith(`${state}: `)) ?? []

test('each rule is listed as met, and rules that cannot be checked here as not known', () => {
  expect(rules({})).toMatchObject({ about: 'bulk_rules', verdict: 'fine' })
  expect(withState('Met', {})).toHaveLength(6)
  expect(withState('Not known', {})).toEqual([expect.stringContaining('reverse DNS')])
})

test.each<[string, Special, RegExp[]]>([
  ['a sender at a free mail service', { seen: { from: 'gmail.com' } }, [/domain of your own/]],
  ['no signature', { seen: { dkim: [] } }, [/DKIM passes/]],
  ['SPF that fails', { seen: { spf: { domain: 'a', address: 'b', result: 'fail', aligned: true } } }, [/SPF passes/]],
  [
    'no DMARC record',
    { seen: { dmarc: { result: 'none', policy: null, domain: null } } },
    [/has a DMARC record/, /DMARC passes/],
  ],
  ['DMARC that fails', { seen: { dmarc: { ...good.dmarc, result: 'fail' } } }, [/DMARC passes/]],
  ['links without https', { linkBase: 'http://127.0.0.1:3000' }, [/One click/]],
])('%s: the rule is not met, a problem for a broadcast', (_, special, expected) => {
  expect(withState('Not met', special)).toEqual(expected.map(one => expect.stringMatching(one)))
  expect(rules(special).verdict).toBe('problem')
})

test('transactional mail needs no one-click unsubscribe, and a broken rule is advice', () => {
  const special: Special = { stream: 'transactional', linkBase: 'http://127.0.0.1:3000' }

  expect(withState('Not needed', special)).toEqual([expect.stringContaining('One click')])
  expect(rules(special).verdict).toBe('fine')
  expect(rules({ ...special, seen: { dkim: [] } }).verdict).toBe('advice')
})

test('rules without an answer from DNS or a relay are not known, and no problem', () => {
  const silent: Special = { seen: { spf: null, dmarc: { result: 'no_answer', policy: null, domain: null } } }

  expect(withState('Not known', silent)).toHaveLength(4)
  expect(rules(silent).verdict).toBe('fine')
})
