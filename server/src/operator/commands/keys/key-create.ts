import { fatal } from '#core/fatal.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { createKey } from '#resources/account/organizations/keys.ts'
import { settings } from '#setup/settings.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'
import { readName } from '../name.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'
import { describePermissions, readPermissions } from '../permission-words.ts'

export const keyCreate = defineCommand({
  name: 'key create',
  summary: 'Creates an API key for an organization',
  example: 'key create --mode test --permissions emails:send,contacts:read',
  audit: 'key.created',
  options: {
    organization: organizationOption('The organization'),
    mode: { value: '<mode>', summary: 'The environment of the key', choices: ['live', 'test'], required: true },
    permissions: {
      value: '<list>',
      summary: 'full_access (the default), sending_access, read_access, or single ones such as emails:send,sms:send',
      multiple: true,
    },
    name: { value: '<name>', summary: 'A name to recognize the key by' },
  },
  async run({ organization, mode, ...given }, { loadConfig, clock }) {
    const name = readKeyName(given.name ?? `${mode} key`)
    const permissions = readPermissions(given.permissions.length > 0 ? given.permissions : ['full_access'])
    await using database = await openInstance(loadConfig())
    const change = changeAtTerminal(clock(), 'key.created', {})
    const { id, key, organizationId } = await audited(database, change, async tx => {
      const organizationId = await givenOrOnly(tx, organization)
      return { organizationId, ...(await createKey(tx, clock(), { organizationId, mode, name, permissions })) }
    })
    const text = `
  The key works at once.

    Id            ${id}
    Key           ${key}
    Name          ${name}
    Permissions   ${describePermissions(permissions)}

  The key is shown only now and is not stored: put it in a safe place.

`
    return { json: { id, organization_id: organizationId, key, mode, name, permissions }, text }
  },
})

/** Keys fixed by the settings have these names, and a start revokes other keys with them. */
function readKeyName(text: string): string {
  const name = readName(text)
  const taken = [settings.liveKey.name, settings.testKey.name]
  if (taken.includes(name))
    throw fatal(`--name ${name} is reserved for the key that this setting fixes: choose another.`)
  return name
}
