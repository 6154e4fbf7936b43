import { audited } from '#resources/account/audit-log/audited.ts'
import { domainCacheMs } from '#resources/messages/domains/domain-cache.ts'
import { setRequireTls } from '#resources/messages/domains/require-tls.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'
import { changeOfDomain } from './domain-change.ts'

export const domainRequireTls = defineCommand({
  name: 'domain require-tls',
  summary: 'Sends the email of a sender domain only over TLS, whatever a request says',
  example: 'domain require-tls example.com on',
  audit: 'domain.updated',
  options: {
    name: { value: '<domain>', summary: 'A domain that was added', required: true, positional: true },
    required: {
      value: '<on|off>',
      summary: 'Whether TLS is required',
      choices: ['on', 'off'],
      required: true,
      positional: true,
    },
    organization: organizationOption('The organization that sends from it'),
  },
  async run({ organization: asked, name, required }, { loadConfig, clock }) {
    await using database = await openInstance(loadConfig())
    const organization = await givenOrOnly(database.db, asked)
    const isRequired = required === 'on'
    const which = { organizationId: organization, name }
    const change = await changeOfDomain(database.db, clock(), 'domain.updated', which)
    const domain = await audited(database, change, tx => setRequireTls(tx, which, isRequired))
    const when = `Starting ${domainCacheMs / 1_000} seconds from now, email`
    return {
      json: { name: domain.name, require_tls: isRequired },
      text: isRequired
        ? `${when} from senders at ${domain.name} is sent only over TLS.\n`
        : `${when} from senders at ${domain.name} is sent over TLS when the receiver offers it, or as the request says.\n`,
    }
  },
})
