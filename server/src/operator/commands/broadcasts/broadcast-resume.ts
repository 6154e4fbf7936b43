import { readEnvironment } from '#resources/account/organizations/environment.ts'
import { resumeBroadcasts } from '#resources/messages/reputation/pause.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand } from '../command.ts'

export const broadcastResume = defineCommand({
  name: 'broadcast resume',
  summary: 'Lets the broadcasts of a domain go on that have paused by themselves',
  example: 'broadcast resume --organization <id> --mode live --domain example.com',
  options: {
    organization: { value: '<id>', summary: 'Whose broadcasts', required: true },
    mode: { value: '<mode>', summary: 'In which environment', choices: ['live', 'test'], required: true },
    domain: { value: '<name>', summary: 'The domain of their sender', required: true },
  },
  async run({ organization, mode, domain }, { loadConfig, clock }) {
    await using database = await openInstance(loadConfig())
    await database.transaction(async tx => {
      const environmentId = await readEnvironment(tx, organization, mode)
      await resumeBroadcasts(tx, environmentId, { domain }, clock())
    })
    return { json: { organization_id: organization, mode, domain }, text: `Broadcasts of ${domain} go on.\n` }
  },
})
