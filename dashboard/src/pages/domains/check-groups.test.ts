import type { CheckedDomain } from '@posthorn/contract/messages/domains'
import { expect, test } from 'vitest'
import { type Check, groupChecks } from './check-groups.ts'

const check = (about: Check['about'], level: Check['level'], name = `${about}.test`): Check => ({
  ...{ about, level, name, result: 'x', seen: [], wanted: '', line: null },
})
const record = (purpose: 'spf' | 'dmarc' | 'dkim_rsa', state: 'found' | 'missing' | 'different', name: string) =>
  ({ purpose, state, name, type: 'TXT', value: '', zone_line: '', seen: [] }) satisfies CheckedDomain['records'][number]
const aboutOf = (checks: readonly Check[]) => checks.map(({ about }) => about)

test('checks are grouped by level', () => {
  const levels = ['good', 'advice', 'fault', 'unknown'] as const
  const groups = groupChecks({ checks: levels.map(level => check('spf_domain', level, level)), records: [] })

  expect(Object.values(groups).map(([one]) => one?.level)).toEqual(['fault', 'advice', 'unknown', 'good'])
})

test('a missing record is shown once: at the record', () => {
  const checks = [check('spf_return_path', 'fault', 'b.test'), check('dkim_rsa', 'fault', 'k.test')]

  const records = [record('spf', 'missing', 'b.test'), record('dkim_rsa', 'different', 'k.test')]

  expect(aboutOf(groupChecks({ checks, records }).problems)).toEqual(['dkim_rsa'])
})

test('the policy of a parent domain is shown even though the domain has no record itself', () => {
  const records = [record('dmarc', 'missing', '_dmarc.news.test')]

  expect(aboutOf(groupChecks({ checks: [check('dmarc', 'advice', '_dmarc.test')], records }).advice)).toEqual(['dmarc'])
  expect(aboutOf(groupChecks({ checks: [check('dmarc', 'good', '_dmarc.news.test')], records }).good)).toEqual([
    'dmarc',
  ])
})
