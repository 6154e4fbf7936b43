import { openSealer } from '#core/seal.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { addDomain, addedAt } from '#resources/messages/domains/add.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { newPrivateKeys } from '#resources/messages/domains/keys.ts'
import { canBeLookedUp } from '#resources/messages/domains/name.ts'
import { toWireRecord } from '#resources/messages/domains/wire.ts'
import { serverName } from '#setup/email/domain-examining.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand, invocation } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'
import { domainJson, hostnameNote, recordsOf, recordsText } from './domain-records.ts'

export const domainAdd = defineCommand({
  name: 'domain add',
  summary: 'Adds a sender domain, or finds an existing one, and shows the DNS records to set',
  example: 'domain add example.com',
  audit: 'domain.added',
  options: {
    name: { value: '<domain>', summary: 'The part after the @ of its senders', required: true, positional: true },
    organization: organizationOption('The organization that sends from it'),
  },
  async run(given, { loadConfig, clock }) {
    const config = loadConfig()
    await using database = await openInstance(config)
    const organizationId = await givenOrOnly(database.db, given.organization)
    const asked = { organizationId, name: given.name }
    const keys = await newPrivateKeys()
    const safe = keySafe(openSealer(config.encryptionKey, await readInstanceSecret(database.db)))
    const now = clock()
    const change = changeAtTerminal(now, 'domain.added', { organizationId })
    const domain = await audited(database, change, tx => addDomain(tx, safe, now, asked, keys), addedAt(now))
    const records = recordsOf(domain, config)
    const note = hostnameNote(config)
    const { name } = domain
    const text = `
  Add these records to the DNS of ${name}:

${recordsText(records)}
${spfAdvice(name, serverName(config))}${note ? `  ${note}\n` : ''}
  Then: ${invocation} domain verify ${name} --organization ${organizationId}

`
    return { json: { ...domainJson(domain), records: records.map(toWireRecord), ...(note && { note }) }, text }
  },
})

/** A second SPF record for a name makes both invalid (RFC 7208, 4.5). */
const spfAdvice = (name: string, hostname: string): string =>
  canBeLookedUp(hostname)
    ? `  If ${name} itself has an SPF record, add a:${hostname} before its "all" instead of adding a second record.
  If a relay sends for you, add its SPF entry (often include:…) next to a:${hostname} in both records.\n`
    : ''
