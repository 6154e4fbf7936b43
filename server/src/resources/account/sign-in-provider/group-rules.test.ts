import { expect, test } from 'vitest'
import { groupsOf, membershipsOf } from './group-rules.ts'
import type { Identity } from './identity.ts'

test.each([
  [{ groups: ['a', 'b'] }, 'groups', ['a', 'b']],
  [{ groups: 'a' }, 'groups', ['a']],
  [{ roles: ['Mail.Admin'] }, 'roles', ['Mail.Admin']],
  [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  [{ 'https://example.com/groups': ['a'] }, 'https://example.com/groups', ['a']],
  [{ groups: ['a', 1, null, { b: 1 }] }, 'groups', ['a']],
  [{ groups: { a: true } }, 'groups', []],
  [{ realm_access: null }, 'realm_access.roles', []],
  [{}, 'groups', []],
])('of %j, %s has %j', (claims, claim, names) => {
  expect(groupsOf(claims, claim)).toEqual({ kind: 'listed', names: new Set(names) })
})

test('groups that Entra left out do not count as no groups', () => {
  const claims = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } }

  expect(groupsOf(claims, 'groups')).toEqual({ kind: 'too many' })
})

const ada: Identity = { issuer: 'i', subject: 's', email: 'ada@example.com', name: null, domain: 'example.com' }
const [first, second] = [{ id: 'first' }, { id: 'second' }]

test('in each organization the highest role of all rules applies', () => {
  const rules = [
    { group: 'staff', organizationId: 'first', role: 'viewer' },
    { group: 'admins', organizationId: 'first', role: 'admin' },
    { domain: 'example.com', organizationId: 'first', role: 'developer' },
    { domain: 'example.com', organizationId: 'second', role: 'viewer' },
    { group: 'staff', organizationId: 'gone', role: 'owner' },
    { group: 'others', organizationId: 'second', role: 'owner' },
  ] as const

  const wanted = membershipsOf({ claim: 'groups', rules }, ada, new Set(['staff', 'admins']), [first, second])

  expect([...wanted]).toEqual([
    ['first', 'admin'],
    ['second', 'viewer'],
  ])
})

test('a rule without an organization applies to the only one, and to none when there are several', () => {
  const rules = { claim: 'groups', rules: [{ group: 'staff', role: 'viewer' }] as const }

  expect([...membershipsOf(rules, ada, new Set(['staff']), [first])]).toEqual([['first', 'viewer']])
  expect([...membershipsOf(rules, ada, new Set(['staff']), [first, second])]).toEqual([])
})
