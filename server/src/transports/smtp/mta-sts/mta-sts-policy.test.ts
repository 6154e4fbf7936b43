import { expect, test } from 'vitest'
import { isNamedIn, parseStsPolicy, stsIdIn } from './mta-sts-policy.ts'

const lines = (...all: string[]) => all.join('\r\n')

test.each([
  [
    lines('version: STSv1', 'mode: enforce', 'mx: MX.acme.test', 'mx: *.acme.test', 'max_age: 604800', ''),
    { mode: 'enforce', hosts: ['mx.acme.test', '*.acme.test'], maxAgeMs: 604_800_000 },
  ],
  ['version: STSv1\nmode: none\nmax_age: 86400', { mode: 'none', hosts: [], maxAgeMs: 86_400_000 }],
  [
    lines('version:STSv1', 'mode:testing', 'mx:mx.acme.test', 'max_age:9999999999', 'more: to come'),
    { mode: 'testing', hosts: ['mx.acme.test'], maxAgeMs: 31_557_600_000 },
  ],
])('%j is a policy', (text, policy) => {
  expect(parseStsPolicy(text)).toEqual(policy)
})

test.each([
  '',
  '<!doctype html>',
  lines('version: STSv2', 'mode: none', 'max_age: 1'),
  lines('version: STSv1', 'mode: maybe', 'mx: a.test', 'max_age: 1'),
  lines('version: STSv1', 'mode: enforce', 'mx: a.test'),
  lines('version: STSv1', 'mode: enforce', 'mx: a.test', 'max_age: -1'),
  lines('version: STSv1', 'mode: enforce', 'max_age: 1'),
])('%j is no policy', text => {
  expect(parseStsPolicy(text)).toBeUndefined()
})

test.each([
  [['v=STSv1; id=20160831085700Z;'], '20160831085700Z'],
  [['v=spf1 -all', 'v=STSv1;id=1'], '1'],
  [['v=STSv1; id=1', 'v=STSv1; id=2'], undefined],
  [['v=STSv1; id=a-b'], undefined],
  [['v=STSv10; id=1'], undefined],
  [[], undefined],
])('the id in %j is %j', (texts, id) => {
  expect(stsIdIn(texts)).toBe(id)
})

test.each([
  ['mx.acme.test', true],
  ['MX.Acme.Test.', true],
  ['a.mail.acme.test', true],
  ['a.b.mail.acme.test', false],
  ['mail.acme.test', false],
  ['evil.test', false],
])('%s is listed: %s', (host, isNamed) => {
  expect(isNamedIn({ mode: 'enforce', hosts: ['mx.acme.test', '*.mail.acme.test'], maxAgeMs: 1 }, host)).toBe(isNamed)
})
