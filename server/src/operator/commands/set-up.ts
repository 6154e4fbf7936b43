import { fatal } from '#core/fatal.ts'
import { publicUrlOf } from '#setup/public-url.ts'
import { issueSetUpUrl } from '#setup/set-up-link.ts'
import { openInstance } from '../instance/open.ts'
import { defineCommand } from './command.ts'

export const setUp = defineCommand({
  name: 'set-up',
  summary: 'Prints a link that creates the first owner of the dashboard, while there is none',
  example: 'set-up',
  options: {},
  async run(_given, { loadConfig, clock }) {
    const config = loadConfig()
    await using database = await openInstance(config)
    const link = await issueSetUpUrl(database, clock, publicUrlOf(config))
    if (!link) throw fatal('This installation already has an owner. Ask them for an invitation.')
    const text = `
  The first person to open this link owns the installation. It works once, within seven days:

    ${link}

`
    return { json: { link }, text }
  },
})
