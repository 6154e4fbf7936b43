import { audited } from '#resources/account/audit-log/audited.ts'
import { issueSignInLink, linkMinutes } from '#resources/account/people/sign-in-link.ts'
import { publicUrlOf } from '#setup/public-url.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'

export const personLink = defineCommand({
  name: 'person link',
  summary: 'Prints a link that signs a person in, for when the sign-in provider is unavailable',
  example: 'person link ada@example.com',
  audit: 'person.sign_in_link_made',
  options: { email: { value: '<address>', summary: 'Whose account it is', required: true, positional: true } },
  async run({ email }, { loadConfig, clock }) {
    const config = loadConfig()
    await using database = await openInstance(config)
    const asked = { email, publicUrl: publicUrlOf(config) }
    const change = changeAtTerminal(clock(), 'person.sign_in_link_made', {})
    const person = await audited(database, change, tx => issueSignInLink(tx, clock(), asked))
    const text = `
  The first person to open this link is signed in as ${person.name} (${person.email}). It works once, within ${linkMinutes} minutes:

    ${person.link}

`
    return { json: { id: person.id, email: person.email, link: person.link }, text }
  },
})
