import { auditActionNames } from '@posthorn/contract/audit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { loadCommands } from '#operator/commands.ts'
import { type, typeJson } from '#operator/terminal.fixture.ts'
import { createPerson } from '#resources/account/people/create.ts'
import { sceneWithOrganization } from '../../../../testing/scene-at-terminal.ts'

const scene = sceneWithOrganization()

/** Commands that only read, or that concern the whole installation. */
const withoutEntry = [
  ...['organization list', 'key list', 'credits list', 'domain list', 'domain reports', 'number list', 'audit'],
  ...['workflow secret', 'listen', 'queue', 'disk', 'doctor', 'backup', 'restore', 'resume', 'set-up'],
  'contact export',
  'consent verify',
  'transport list',
  // DNS decides whether it changes anything.
  'domain verify',
]

test('each command names its audit actions, or is listed as changing nothing of an organization', async () => {
  const commands = await loadCommands()

  expect(
    commands
      .filter(({ audit }) => audit === undefined)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(withoutEntry.sort())
})

test('changes by the operator are in the log of the organization, each with its own action', async () => {
  const { config, organizationId, database } = scene
  const at = ['--organization', organizationId]
  const live = [...at, '--mode', 'live']
  const key = await typeJson(config, 'key', 'create', ...live, '--name', 'CI')
  await typeJson(config, 'key', 'revoke', key.id)
  await typeJson(config, 'organization', 'rename', organizationId, '--name', 'Acme Inc')
  await typeJson(config, 'organization', 'set-plan', organizationId, '--plan', 'free')
  await typeJson(config, 'credits', 'add', ...at, '--credits', '500', '--note', 'Invoice 7')
  await typeJson(config, 'domain', 'add', ...at, '--name', 'acme.example')
  await sql`update domains set verified_at = now()`.execute(database.db)
  await typeJson(config, 'domain', 'rotate', ...at, '--name', 'acme.example')
  await typeJson(config, 'domain', 'track', ...at, '--name', 'acme.example', '--host', 'links.acme.example')
  await typeJson(config, 'domain', 'require-tls', 'acme.example', 'on', ...at)
  await typeJson(config, 'number', 'add', '+14155552671')
  await typeJson(config, 'number', 'remove', '+14155552671')
  await typeJson(config, 'sms', 'quiet-hours', ...live, '--from', '21:00', '--to', '08:00')
  await typeJson(config, 'broadcast', 'rules', ...at, '--bounces', '3')
  await sql`insert into broadcast_pauses select e.id, 'acme.example', gen_random_uuid(), 'bounces', now()
    from environments e where e.mode = 'live'`.execute(database.db)
  await typeJson(config, 'broadcast', 'resume', ...live, '--domain', 'acme.example')
  await typeJson(config, 'retention', ...live, '--bodies', '7')
  await sql`insert into sending_ways values ('email', 'relay', '\\x00', now())`.execute(database.db)
  await typeJson(config, 'transport', 'remove', 'email')
  await typeJson(config, 'contact', 'erase', 'eve@example.com', ...live, '--wait', '0')
  await database.transaction(async tx => {
    const personId = await createPerson(tx, new Date(), { name: 'Ada', email: 'ada@acme.example', passwordHash: 'x' })
    await sql`insert into members values (${organizationId}, ${personId}, 'owner', now())`.execute(tx)
  })
  await typeJson(config, 'person', 'reset', '--email', 'ada@acme.example')
  await typeJson(config, 'person', 'link', '--email', 'ada@acme.example')

  const { data } = await typeJson(config, 'audit', ...at, '--limit', '100')

  const named = (await loadCommands()).flatMap(({ audit }) => audit ?? [])
  expect([...new Set(data.map((entry: { action: string }) => entry.action))].sort()).toEqual([...new Set(named)].sort())
  for (const entry of data)
    expect(entry).toMatchObject({ actor: { type: 'operator' }, source: { via: 'command_line' } })
  const of = (action: string) => data.find((entry: { action: string }) => entry.action === action)
  expect(of('key.revoked').summary).toMatch(/^The operator revoked the API key CI \(tx_live_.*…\)\.$/)
  expect(of('key.revoked').environment).toBe('live')
  expect(of('domain.added').changes).toEqual([])
  expect(of('credits.added').changes).toEqual([
    { field: 'credits', to: 500 },
    { field: 'note', to: 'Invoice 7' },
  ])
  expect(of('retention.updated').changes).toEqual([{ field: 'bodies_days', from: 30, to: 7 }])
  expect(of('quiet_hours.updated').changes).toEqual([
    { field: 'to', to: '08:00' },
    { field: 'from', to: '21:00' },
  ])
  expect(of('number.removed').object.name).toBe('+14155552671')
  expect(JSON.stringify(data)).not.toContain(key.key)
})

test('the text has sentences, newest first, and can be filtered', async () => {
  const { out } = await type(scene.config, 'audit', '--organization', scene.organizationId, '--action', 'key.revoked')

  expect(out).toMatch(
    /TIME \(UTC\) +WHAT +WHERE +CHANGED +FROM\n.*The operator revoked the API key CI .* live .*command line\n$/,
  )
  const wrong = type(scene.config, 'audit', '--organization', scene.organizationId, '--action', 'key.eaten')
  await expect(wrong).rejects.toThrow(`--action must be one of ${auditActionNames.join(', ')}.`)
})

test('while there is only one organization, commands are about that one', async () => {
  const { config, organizationId } = scene
  const only = { organization_id: organizationId }

  expect(await typeJson(config, 'retention', '--mode', 'live')).toMatchObject(only)
  expect(await typeJson(config, 'credits', 'list')).toMatchObject(only)
  expect(await typeJson(config, 'broadcast', 'rules')).toMatchObject(only)
  expect(await typeJson(config, 'sms', 'quiet-hours', '--mode', 'test', '--from', 'none')).toMatchObject(only)
  expect(await typeJson(config, 'domain', 'add', '--name', 'only.example')).toMatchObject(only)
  expect(await typeJson(config, 'organization', 'rename', '--name', 'Only')).toMatchObject({ id: organizationId })
  expect(await typeJson(config, 'organization', 'set-plan', '--plan', 'pro')).toMatchObject({ id: organizationId })
  const log = await typeJson(config, 'audit', '--action', 'domain.added', '--limit', '1')
  expect(log).toMatchObject({ ...only, data: [{ object: { name: 'only.example' } }] })
  await typeJson(config, 'organization', 'create', '--name', 'Other', '--plan', 'free')
  await expect(type(config, 'audit')).rejects.toThrow('--organization is missing: there are several.')
})
