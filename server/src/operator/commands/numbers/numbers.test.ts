import { expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import { addNumber } from '#resources/messages/numbers/add.ts'
import { ownerOf } from '#resources/messages/numbers/read.ts'
import { parseConfig } from '#setup/config.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { sceneWithOrganization } from '../../../../testing/scene-at-terminal.ts'
import { type, typeJson } from '../../terminal.fixture.ts'

const scene = sceneWithOrganization()

const createOrganization = async (name: string, where = scene.config): Promise<string> =>
  (await typeJson(where, 'organization', 'create', '--name', name, '--plan', 'pro')).id
const add = (number: string, id = scene.organizationId) =>
  typeJson(scene.config, 'number', 'add', number, '--organization', id)
const listed = async (id: string) => (await typeJson(scene.config, 'number', 'list', '--organization', id)).data
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

test('--organization may be left out while there is one organization, and is required with none or several', async () => {
  const fresh = parseConfig({ DATABASE_URL: await createTestDatabase(inject('clusterUrl')) })
  const addTo = (number: string) => type(fresh, 'number', 'add', number)
  await expect(addTo('+14155550100')).rejects.toThrow('There is no organization yet: ')
  const only = await createOrganization('Only', fresh)

  const { out } = await addTo('+14155550100')
  await createOrganization('Second', fresh)

  expect(out).toBe(`Messages to +14155550100 go to Only (${only}).\n`)
  await expect(addTo('+14155550101')).rejects.toThrow(
    '--organization is missing: there are several. To see them: npm run -s posthorn -- organization list',
  )
})

test('adding a number again for its owner changes nothing, and is not in the audit log', async () => {
  const added = await add('+14155550102')

  expect(added).toEqual({ number: '+14155550102', organization_id: scene.organizationId, created_at: time })
  expect(await add('+14155550102')).toEqual(added)
  const words = ['audit', '--organization', scene.organizationId, '--action', 'number.added']
  const { data } = await typeJson(scene.config, ...words)
  expect(data.filter(({ summary }: { summary: string }) => summary.includes(added.number))).toHaveLength(1)
})

test('a number of another organization is refused with its name and how to move it, and that works', async () => {
  const other = await createOrganization('Other')
  await add('+14155550103')

  const refusal: Error = await add('+14155550103', other).catch(error => error)

  expect(refusal.message).toBe(
    `+14155550103 belongs to Acme (${scene.organizationId}). Remove it there first, with "posthorn number remove".`,
  )
  expect(await listed(other)).toEqual([])
  expect((await type(scene.config, 'number', 'remove', '+14155550103')).out).toBe(
    `+14155550103 no longer belongs to Acme (${scene.organizationId}).\n`,
  )
  expect(await add('+14155550103', other)).toMatchObject({ organization_id: other })
})

test('when ten organizations add the same number at once, one gets it', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, (_, nth) => createOrganization(`Racer ${nth}`)))

  const answers = await Promise.allSettled(
    ids.map(id =>
      scene.database.transaction(tx => addNumber(tx, new Date(), { organizationId: id, number: '+14155550104' })),
    ),
  )

  const [winner, ...others] = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
  expect(others).toEqual([])
  expect(await ownerOf(scene.database.db, '+14155550104')).toMatchObject({ organizationId: winner?.organizationId })
})

test('messages to a number go to the live environment of its owner, and to nobody once it is removed', async () => {
  const id = await createOrganization('Owner')
  await add('+14155550105', id)
  const { id: environmentId } = await scene.database.db
    .selectFrom('environments')
    .select('id')
    .where('organization_id', '=', id)
    .where('mode', '=', 'live')
    .executeTakeFirstOrThrow()

  expect(await ownerOf(scene.database.db, '+14155550105')).toEqual({
    organizationId: id,
    organizationName: 'Owner',
    environmentId,
  })
  await type(scene.config, 'number', 'remove', '+14155550105')
  expect(await ownerOf(scene.database.db, '+14155550105')).toBeUndefined()
  expect(await ownerOf(scene.database.db, 'a word')).toBeUndefined()
})

test('the list has every number with its organization', async () => {
  await createOrganization('Nobody')
  const id = await createOrganization('Lister')
  await add('+14155550107', id)
  await add('+14155550106', id)

  const { out } = await type(scene.config, 'number', 'list', '--organization', id)
  const everybody = await type(scene.config, 'number', 'list')

  expect(await listed(id)).toEqual([
    { number: '+14155550106', organization_id: id, created_at: time },
    { number: '+14155550107', organization_id: id, created_at: time },
  ])
  expect(out).toMatch(
    new RegExp(`^Lister \\(${id}\\)\nNUMBER +ADDED \\(UTC\\)\n\\+14155550106 +\\S+ \\S+\n\\+14155550107 .*\n$`),
  )
  expect(everybody.out).toContain(out)
  expect(everybody.out).toMatch(/^Nobody \(.*\)\nno numbers\n/m)
})

const e164 = 'must be a phone number in E.164 form such as +14155552671.'
test.each([
  [['add', '14155550100', '--organization', newId(new Date())], `"14155550100" ${e164}`],
  [['add', '+1 415 555 0100', '--organization', newId(new Date())], `"+1 415 555 0100" ${e164}`],
  [['remove', '+0'], `"+0" ${e164}`],
  [['remove', '+14155550199'], 'No such number. To list them: npm run -s posthorn -- number list'],
  [['add', '+14155550199', '--organization', newId(new Date())], 'No such organization. To list them: '],
  [['add', '+14155550199', '--organization', 'x'], 'No such organization. To list them: '],
  [['list', '--organization', 'x'], 'No such organization. To list them: '],
])('number %j is refused with one line that says what is wrong', async (words, line) => {
  const refusal: Error = await type(scene.config, 'number', ...words).catch(error => error)

  expect(refusal.message).toContain(line)
  expect(refusal.message.split('\n')).toHaveLength(1)
})
