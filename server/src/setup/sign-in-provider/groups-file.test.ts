import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readGroupsFile } from './groups-file.ts'

const acme = '01890a5d-ac96-774b-bcce-b302099a8057'

function read(content: unknown) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'groups-'))
  const path = join(folder.path, 'groups.json')
  writeFileSync(path, JSON.stringify(content))
  return readGroupsFile(path)
}

test('groups and domains become rules', () => {
  const file = {
    claim: 'realm_access.roles',
    scopes: ['groups'],
    groups: [{ group: '/mail/admins', organization: acme, role: 'admin' }],
    domains: [{ domain: 'Example.com', role: 'viewer' }],
  }

  expect(read(file)).toEqual({
    claim: 'realm_access.roles',
    scopes: ['groups'],
    rules: [
      { group: '/mail/admins', organizationId: acme, role: 'admin' },
      { domain: 'example.com', role: 'viewer' },
    ],
  })
  expect(read({})).toEqual({ claim: 'groups', scopes: [], rules: [] })
})

test('every fault is reported with its place', () => {
  const faulty = { groups: [{ group: 'a', organization: 'Acme', role: 'boss' }, { role: 'viewer' }], group: [] }

  for (const place of ['groups.0.organization', 'groups.0.role', 'groups.1.group', '  group '])
    expect(() => read(faulty), place).toThrow(place)
})
