import { audited } from '#resources/account/audit-log/audited.ts'
import { newPassword, resetPerson } from '#resources/account/people/reset.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'

export const personReset = defineCommand({
  name: 'person reset',
  summary: 'Gives a person a new password for the dashboard, and removes their authenticator app',
  example: 'person reset ada@example.com',
  audit: 'person.reset',
  options: {
    email: { value: '<address>', summary: 'The email address they sign in with', required: true, positional: true },
  },
  async run({ email }, { loadConfig, clock }) {
    const { password, passwordHash } = await newPassword()
    await using database = await openInstance(loadConfig())
    const change = changeAtTerminal(clock(), 'person.reset', {})
    const person = await audited(database, change, tx => resetPerson(tx, clock(), { email, passwordHash }))
    const text = `
  ${person.name} is signed out everywhere and can sign in with:

    Email      ${person.email}
    Password   ${password}

  The password is shown only now. Ask them to change it, and to set up their authenticator app again.

`
    return { json: { id: person.id, email: person.email, password }, text }
  },
})
