import { fatal } from '#core/fatal.ts'
import { publicUrlOf } from '#setup/public-url.ts'
import { issueSetUpUrl } from '#setup/set-up-link.ts'
import { openInstance } from '../instance/open.ts'
import { defineCommand } from './command.ts'

export const setUp = defineCommand({
  name: 'set-up',
  summary: 'Prints a link that makes the first owner of the dashboard, as long as there is none',
  example: 'set-up',
  options: {},
  async run(_given, { loadConfig, clock }) {
    const config = loadConfig()
    await using database = await openInstance(config)
    const link = await issueSetUpUrl(database, clock, publicUrlOf(config))
    if (!link) throw fatal('Somebody owns this installation already. Ask them for an invitation.')
    const text = `
  Whoever opens this link first owns the installation. It works once, for seven days:

    ${link}

`
    return { json: { link }, text }
  },
})
