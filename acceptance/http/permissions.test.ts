import { allOperations } from '@posthorn/contract/all-operations'
import { type Permission, permissionPresets, permissions } from '@posthorn/contract/permissions'
import { beforeAll, expect, inject, test } from 'vitest'
import { ask } from '../http-client/client.ts'
import { exampleRequest } from '../http-client/example-request.ts'
import { type ApiKey, createKey, createOrganization, type Organization, posthorn } from '../service/operator.ts'

const { url, dataDir } = inject('service')
let organization: Organization

beforeAll(async () => {
  organization = await createOrganization(dataDir)
})

/** Asks for these operations with a key that has these permissions: allowed with the permission that each needs, refused without it. */
async function expectOnly(
  key: string,
  allowed: readonly Permission[],
  operations: readonly (typeof allOperations)[number][] = allOperations,
) {
  for (const operation of operations) {
    const example = exampleRequest(operation)
    // A key can grant only permissions that it has itself.
    const given = operation.id === 'createApiKey' ? { body: { name: 'Other', permissions: allowed } } : {}
    const { status, body } = await ask(url, { ...example, ...given, key })

    const needs = operation.permission
    if (needs === null || allowed.includes(needs)) {
      expect([401, 403], `${operation.id} with ${allowed}`).not.toContain(status)
      expect(status, `${operation.id} with ${allowed}`).toBeLessThan(500)
    } else {
      expect(status, `${operation.id} with ${allowed}`).toBe(403)
      expect(body.code).toBe('forbidden')
      expect(body.message, 'says which permission is missing').toContain(needs)
    }
  }
}

test.each(permissions)(
  'operations that need %s are open with it alone, and closed with all others',
  async permission => {
    const operations = allOperations.filter(operation => operation.permission === permission)
    const others = permissions.filter(one => one !== permission)
    const alone = await createKey(dataDir, organization, 'test', permission)
    const without = await createKey(dataDir, organization, 'test', ...others)

    await expectOnly(alone.key, [permission], operations)
    await expectOnly(without.key, others, operations)
  },
)

/** With the operator's command, which knows presets. */
const createByCommand = (...args: string[]) =>
  posthorn<ApiKey>(dataDir, 'key', 'create', '--organization', organization.id, '--mode', 'test', ...args)

test.each(['sending_access', 'read_access'] as const)('a key with %s may do what its preset says', async preset => {
  const { key } = await createByCommand('--permissions', preset)

  await expectOnly(key, permissionPresets[preset])
})

test('a key may do everything by default', async () => {
  const { key } = await createByCommand()

  await expectOnly(key, permissions)
})

test('a sending key neither changes templates nor reads contacts through one', async () => {
  const own = (key: string, path: string, body: object, method = 'POST') => ask(url, { method, path, key, body })
  const email = 'canary@acme.test'
  await own(organization.test_key, '/v1/contacts', { email, first_name: 'Canary' })
  const html = '<p>Dear {{ contact.first_name }}</p>'
  const named = { friendly_name: 'leak', subject: 'S', html }
  const template = await ask<{ id: string }>(url, {
    method: 'POST',
    path: '/v1/templates',
    key: organization.test_key,
    body: named,
  })
  const { key } = await createKey(dataDir, organization, 'test', ...permissionPresets.sending_access)
  const send = { from: 'a@acme.test', to: [email, 'eve@acme.test'], template_friendly_name: 'leak' }

  expect((await own(organization.test_key, '/v1/emails', send)).status).toBe(200)
  expect((await own(key, `/v1/templates/${template.body.id}`, { html: 'x' }, 'PUT')).status).toBe(403)
  for (const [path, body] of [
    ['/v1/emails', send],
    ['/v1/emails/batch', [send]],
  ] as const) {
    const refused = await own(key, path, body)
    expect(refused.body).toMatchObject({ code: 'missing_variable', statusCode: 400 })
    expect(refused.body.message).toContain('lacks the permission contacts:read')
    expect(JSON.stringify(refused.body)).not.toMatch(new RegExp(`Canary|${template.body.id}`))
  }
})

test('the permission is checked before the body is read, and before an object is looked up', async () => {
  const { key } = await createKey(dataDir, organization, 'test', 'account:read')

  const badBody = await ask(url, { method: 'POST', path: '/v1/contacts', key, raw: '{' })
  const noObject = await ask(url, { path: '/v1/contacts/nothing', key })

  expect([badBody.status, noObject.status]).toEqual([403, 403])
})
