import { openSealer } from '#core/seal.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { newPrivateKeys } from '#resources/messages/domains/keys.ts'
import { rotateKeys } from '#resources/messages/domains/rotate.ts'
import { toWireRecord } from '#resources/messages/domains/wire.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand, invocation } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'
import { domainJson, recordsOf, recordsText } from './domain-records.ts'

export const domainRotate = defineCommand({
  name: 'domain rotate',
  summary: 'Creates new DKIM keys for a sender domain, used as soon as DNS has their records',
  example: 'domain rotate example.com',
  audit: 'domain.keys_rotated',
  options: {
    name: { value: '<domain>', summary: 'A verified domain', required: true, positional: true },
    organization: organizationOption('The organization that sends from it'),
  },
  async run(given, { loadConfig, clock }) {
    const config = loadConfig()
    await using database = await openInstance(config)
    const organizationId = await givenOrOnly(database.db, given.organization)
    const asked = { organizationId, name: given.name }
    const keys = await newPrivateKeys()
    const safe = keySafe(openSealer(config.encryptionKey, await readInstanceSecret(database.db)))
    const change = changeAtTerminal(clock(), 'domain.keys_rotated', { organizationId })
    const domain = await audited(database, change, tx => rotateKeys(tx, safe, asked, keys))
    const records = recordsOf(domain, config).filter(({ purpose }) => purpose.startsWith('next_'))
    const { name } = domain
    const text = `
  Add these records to the DNS of ${name}, and keep the existing ones:

${recordsText(records)}
  Email is signed with the current keys until the new records are found, by the daily check or by this command:

  ${invocation} domain verify ${name} --organization ${organizationId}

  Do not remove the old records yet: the command says when you can.

`
    return { json: { ...domainJson(domain), records: records.map(toWireRecord) }, text }
  },
})
