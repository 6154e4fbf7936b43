import type { Db } from '#postgres/database.ts'
import { readKeys } from '#resources/account/organizations/keys.ts'
import { readOrganization, readOrganizations } from '#resources/account/organizations/plan.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand, invocation } from '../command.ts'
import { describePermissions } from '../permission-words.ts'
import { shortTime, table } from '../table.ts'

type Key = Awaited<ReturnType<typeof readKeys>>[number]

export const keyList = defineCommand({
  name: 'key list',
  summary: 'Lists the API keys, without their secrets',
  example: 'key list --organization <id>',
  options: { organization: { value: '<id>', summary: 'Only the keys of this organization' } },
  async run({ organization }, { loadConfig }) {
    await using database = await openInstance(loadConfig())
    const owners = await readOwners(database.db, organization)
    const keys = await readKeys(database.db, organization)
    const blocks = owners.map(({ id, name }) => {
      const own = keys.filter(key => key.organizationId === id)
      return `${name} (${id})\n${own.length > 0 ? keyTable(own) : 'no keys'}\n`
    })
    const none = `There is no organization yet: ${invocation} organization create\n`
    return { json: { data: keys.map(toJson) }, text: blocks.length > 0 ? blocks.join('\n') : none }
  },
})

const readOwners = async (db: Db, id: string | undefined): Promise<{ id: string; name: string }[]> =>
  id === undefined ? readOrganizations(db) : [await readOrganization(db, id)]

const keyTable = (keys: readonly Key[]): string =>
  table(
    ['id', 'key', 'created (utc)', 'state', 'permissions', 'name'],
    keys.map(({ id, hint, createdAt, revokedAt, permissions, name }) => ({
      id,
      key: hint,
      'created (utc)': shortTime(createdAt),
      state: revokedAt ? 'revoked' : 'works',
      permissions: describePermissions(permissions),
      name,
    })),
  )

const toJson = (key: Key) => ({
  id: key.id,
  organization_id: key.organizationId,
  mode: key.mode,
  name: key.name,
  hint: key.hint,
  permissions: key.permissions,
  created_at: key.createdAt.toISOString(),
  revoked_at: key.revokedAt?.toISOString() ?? null,
})
