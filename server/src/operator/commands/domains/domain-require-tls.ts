import { audited } from '#resources/account/audit-log/audited.ts'
import { domainCacheMs } from '#resources/messages/domains/remembered.ts'
import { setRequireTls } from '#resources/messages/domains/require-tls.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand } from '../command.ts'
import { changeOfDomain } from './domain-change.ts'

export const domainRequireTls = defineCommand({
  name: 'domain require-tls',
  summary: 'Lets the email of a sender domain leave over TLS or not at all, whatever a request says',
  example: 'domain require-tls on --organization <id> --name example.com',
  audit: 'domain.updated',
  options: {
    required: { value: '<on|off>', summary: 'on or off', choices: ['on', 'off'], required: true, positional: true },
    organization: { value: '<id>', summary: 'Who sends from it', required: true },
    name: { value: '<domain>', summary: 'A domain that was added', required: true },
  },
  async run({ organization, name: asked, required }, { loadConfig, clock }) {
    await using database = await openInstance(loadConfig())
    const isRequired = required === 'on'
    const which = { organizationId: organization, name: asked }
    const change = await changeOfDomain(database.db, clock(), 'domain.updated', which)
    const { name } = await audited(database, change, tx => setRequireTls(tx, which, isRequired))
    const when = `What is accepted from ${domainCacheMs / 1_000} seconds on`
    return {
      json: { name, require_tls: isRequired },
      text: isRequired
        ? `${when} for a sender at ${name} leaves over TLS or not at all.\n`
        : `${when} for a sender at ${name} leaves over TLS where the other side offers it, or as its request says.\n`,
    }
  },
})
