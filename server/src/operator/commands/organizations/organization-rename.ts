import { audited } from '#resources/account/audit-log/audited.ts'
import { renameOrganization } from '#resources/account/organizations/rename.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'
import { readName } from '../name.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'

export const organizationRename = defineCommand({
  name: 'organization rename',
  summary: 'Changes the name that members see, and that recipients see in replies to STOP and HELP',
  example: "organization rename <id> --name 'Acme'",
  audit: 'organization.updated',
  options: {
    organization: { ...organizationOption('The organization'), positional: true, aliases: ['id'] },
    name: { value: '<name>', summary: 'The new name', required: true },
  },
  async run(given, { loadConfig, clock }) {
    const name = readName(given.name)
    await using database = await openInstance(loadConfig())
    const id = await givenOrOnly(database.db, given.organization)
    const change = changeAtTerminal(clock(), 'organization.updated', { organizationId: id })
    await audited(database, change, tx => renameOrganization(tx, id, name))
    return { json: { id, name }, text: `The organization is now called ${name}.\n` }
  },
})
