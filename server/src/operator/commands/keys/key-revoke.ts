import { audited } from '#resources/account/audit-log/audited.ts'
import { comesBack } from '#resources/account/organizations/key-wire.ts'
import { readKey, revokeKey, toldOnce } from '#resources/account/organizations/keys.ts'
import { waitForKeyCaches } from '#resources/account/organizations/wait-for-key-caches.ts'
import { settings } from '#setup/settings.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'

export const keyRevoke = defineCommand({
  name: 'key revoke',
  summary: 'Revokes an API key; when the command returns, the key is refused everywhere',
  example: 'key revoke <id>',
  audit: 'key.revoked',
  options: { id: { value: '<id>', summary: 'The id of the key, from key list', required: true, positional: true } },
  async run({ id }, { loadConfig, clock }) {
    await using database = await openInstance(loadConfig())
    const change = changeAtTerminal(clock(), 'key.revoked', { objectId: id })
    await audited(database, change, tx => revokeKey(tx, clock(), id), toldOnce)
    const { name, hint, revokedAt } = await readKey(database.db, id)
    await waitForKeyCaches()
    const note = comesBack(name, [settings.liveKey.name, settings.testKey.name])
    return {
      json: { id, name, hint, revoked_at: revokedAt?.toISOString(), ...(note && { note }) },
      text: `The key ${hint} (${name}) is refused from now on.\n${note ? `${note}\n` : ''}`,
    }
  },
})
