import { setTimeout as pause } from 'node:timers/promises'
import { permissionPresets, permissions } from '@posthorn/contract/permissions'
import { expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import { ensureFirstOrganization } from '#resources/account/organizations/first-organization.ts'
import { callerFinder, callerIdentifier } from '#resources/account/organizations/identify.ts'
import { parseConfig } from '#setup/config.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { sceneWithOrganization } from '../../../../testing/scene-at-terminal.ts'
import { type, typeJson } from '../../terminal.fixture.ts'

const scene = sceneWithOrganization()

const identifier = () => callerIdentifier(callerFinder(scene.database.db), () => performance.now())
const create = (...options: string[]) =>
  typeJson(scene.config, 'key', 'create', '--organization', scene.organizationId, ...options)

test('a created key opens the environment of its mode with the permissions it was given', async () => {
  const created = await create('--mode', 'test', '--permissions', 'emails:send, contacts:read')

  expect(Object.keys(created)).toEqual(['id', 'organization_id', 'key', 'mode', 'name', 'permissions'])
  expect(created).toMatchObject({
    organization_id: scene.organizationId,
    mode: 'test',
    name: 'test key',
    permissions: ['emails:send', 'contacts:read'],
  })
  expect(await identifier()(created.key)).toMatchObject({
    organizationId: scene.organizationId,
    mode: 'test',
    permissions: new Set(created.permissions),
  })
})

test('--organization may be left out while there is one organization, and is required with none or several', async () => {
  const fresh = parseConfig({ DATABASE_URL: await createTestDatabase(inject('clusterUrl')) })
  const createOrganization = (name: string) =>
    typeJson(fresh, 'organization', 'create', '--name', name, '--plan', 'pro')
  const createKey = () => typeJson(fresh, 'key', 'create', '--mode', 'live', '--name', 'Own')
  await expect(createKey()).rejects.toThrow('There is no organization yet: ')
  const only = await createOrganization('Only')

  const { id } = await createKey()
  await createOrganization('Second')

  const { data } = await typeJson(fresh, 'key', 'list', '--organization', only.id)
  expect(data.map((key: { id: string }) => key.id)).toContain(id)
  await expect(createKey()).rejects.toThrow('--organization is missing: there are several. To see them: ')
})

test.each([
  [[], permissions],
  [['--permissions', 'read_access'], permissionPresets.read_access],
  [
    ['--permissions', 'sending_access,contacts:read', '--permissions', 'sms:send'],
    ['emails:send', 'sms:send', 'contacts:read'],
  ],
])('%j gives the key the permissions %j', async (options, expected) => {
  expect((await create('--mode', 'live', ...options)).permissions).toEqual([...expected])
})

test.each(['emails:sent', 'full_access,', 'toString', ''])(
  'the unknown permission "%s" is refused with the list of valid ones',
  async word => {
    const before = await typeJson(scene.config, 'key', 'list')

    const refusal: Error = await create('--mode', 'live', '--permissions', word).catch(error => error)

    expect(refusal.message.split('\n')).toHaveLength(1)
    for (const valid of [...Object.keys(permissionPresets), ...permissions]) expect(refusal.message).toContain(valid)
    expect(await typeJson(scene.config, 'key', 'list')).toEqual(before)
  },
)

test('the text shows the new key, its name and permissions, and that it is shown only once', async () => {
  const options = ['--mode', 'live', '--permissions', 'sending_access', '--name', 'CI']
  const { out } = await type(scene.config, 'key', 'create', '--organization', scene.organizationId, ...options)

  expect(out).toMatch(/Key +tx_live_\S{32}\n/)
  expect(out).toMatch(/Name +CI\n/)
  expect(out).toMatch(/Permissions +sending_access\n/)
  expect(out).toContain('shown only now')
})

test.each([newId(new Date()), 'no-id'])('the unknown organization %s has no keys to make or list', async id => {
  const message = 'No such organization. To list them: npm run -s posthorn -- organization list'

  await expect(type(scene.config, 'key', 'create', '--organization', id, '--mode', 'live')).rejects.toThrow(message)
  await expect(type(scene.config, 'key', 'list', '--organization', id)).rejects.toThrow(message)
})

test('the list has every key with its state, and no secrets', async () => {
  const { id, key } = await create('--mode', 'test', '--name', 'Listed')

  const { data } = await typeJson(scene.config, 'key', 'list', '--organization', scene.organizationId)
  const { out } = await type(scene.config, 'key', 'list')

  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(data.at(-1)).toEqual({
    id,
    organization_id: scene.organizationId,
    mode: 'test',
    name: 'Listed',
    hint: `${key.slice(0, 12)}…`,
    permissions: [...permissions],
    created_at: time,
    revoked_at: null,
  })
  expect(out).toContain(`Acme (${scene.organizationId})\n`)
  expect(out).toMatch(new RegExp(`${id} .* works +full_access +Listed\n`))
  expect(JSON.stringify(data) + out).not.toContain(key.slice(12))
})

test('the list of one organization leaves out the keys of others', async () => {
  const other = await typeJson(scene.config, 'organization', 'create', '--name', 'Other', '--plan', 'free')

  const { data } = await typeJson(scene.config, 'key', 'list', '--organization', other.id)

  expect(data.map((key: { organization_id: string }) => key.organization_id)).toEqual([other.id, other.id])
  expect((await type(scene.config, 'key', 'list', '--organization', other.id)).out).not.toContain(scene.organizationId)
})

test.each([[[]], [['--id']]])('a revoked key is refused everywhere once the command returns (%j)', async flag => {
  const { id, key } = await create('--mode', 'live', '--name', 'Leaked')
  const identify = identifier()
  let revoking = true
  const keepUsing = async () => {
    while (revoking) {
      await identify(key)
      await pause(5)
    }
  }
  const using = keepUsing()

  const { out } = await type(scene.config, 'key', 'revoke', ...flag, id)
  const caller = await identify(key)

  revoking = false
  await using
  expect(caller).toBeUndefined()
  expect(out).toBe(`The key ${key.slice(0, 12)}… (Leaked) is refused from now on.\n`)
  expect((await type(scene.config, 'key', 'list')).out).toMatch(new RegExp(`${id} .* revoked .* Leaked\n`))
})

test('revoking again is fine and keeps the time of the first', async () => {
  const { id } = await create('--mode', 'live')
  const first = await typeJson(scene.config, 'key', 'revoke', id)

  expect(first.revoked_at).toMatch(/^\d{4}-.*Z$/)
  expect(await typeJson(scene.config, 'key', 'revoke', id)).toEqual(first)
})

test.each([newId(new Date()), 'no-id'])('the unknown key %s cannot be revoked', async id => {
  await expect(type(scene.config, 'key', 'revoke', id)).rejects.toThrow(
    'No such key. To list them: npm run -s posthorn -- key list',
  )
})

test('revoking a key that a setting fixes warns that the next start restores it', async () => {
  const fixed = { live: 'tx_live_fixed_by_the_settings' }
  await scene.database.transaction(tx => ensureFirstOrganization(tx, new Date(), { fixed, remembered: {} }))
  const { data } = await typeJson(scene.config, 'key', 'list')
  const { id } = data.find((key: { name: string }) => key.name === 'POSTHORN_LIVE_KEY')

  const { out } = await type(scene.config, 'key', 'revoke', id)

  expect(out).toContain('Change the setting POSTHORN_LIVE_KEY as well')
})

test('a key cannot have a name that is reserved for a setting', async () => {
  await expect(create('--mode', 'live', '--name', 'POSTHORN_LIVE_KEY')).rejects.toThrow(/choose another/)
})
