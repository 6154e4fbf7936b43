import { fatal } from '#core/fatal.ts'
import { Refusal } from '#core/refusal.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { readEnvironment } from '#resources/account/organizations/environment.ts'
import { resumeBroadcasts } from '#resources/messages/reputation/pause.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'

export const broadcastResume = defineCommand({
  name: 'broadcast resume',
  summary: 'Resumes the broadcasts of a domain that were paused automatically',
  example: 'broadcast resume example.com --mode live',
  audit: 'broadcasts.resumed',
  options: {
    domain: { value: '<domain>', summary: 'Their sender domain', required: true, positional: true },
    organization: organizationOption('Whose broadcasts'),
    mode: { value: '<mode>', summary: 'In which environment', choices: ['live', 'test'], required: true },
  },
  async run({ organization: asked, mode, domain }, { loadConfig, clock }) {
    await using database = await openInstance(loadConfig())
    const organization = await givenOrOnly(database.db, asked)
    const environmentId = await readEnvironment(database.db, organization, mode)
    const change = changeAtTerminal(clock(), 'broadcasts.resumed', { organizationId: organization, environmentId })
    await audited(
      database,
      change,
      tx => resumeBroadcasts(tx, environmentId, { domain }, clock()),
      () => ({ name: domain }),
    ).catch(cause => {
      if (!(cause instanceof Refusal && cause.code === 'not_found')) throw cause
      throw fatal(`The broadcasts of ${domain} are not paused in the ${mode} environment.`, cause)
    })
    return { json: { organization_id: organization, mode, domain }, text: `Broadcasts of ${domain} continue.\n` }
  },
})
