import { audited } from '#resources/account/audit-log/audited.ts'
import { readOrganization } from '#resources/account/organizations/plan.ts'
import { removeNumber } from '#resources/messages/numbers/remove.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'
import { numberJson } from './number-json.ts'

export const numberRemove = defineCommand({
  name: 'number remove',
  summary: 'Removes a phone number from its organization',
  example: 'number remove +14155552671',
  audit: 'number.removed',
  options: {
    number: { value: '<number>', summary: 'The number, from number list', required: true, positional: true },
  },
  async run(given, { loadConfig, clock }) {
    await using database = await openInstance(loadConfig())
    const { removed, owner } = await audited(
      database,
      changeAtTerminal(clock(), 'number.removed', {}),
      async tx => {
        const removed = await removeNumber(tx, given.number)
        return { removed, owner: await readOrganization(tx, removed.organizationId) }
      },
      result => ({ organizationId: result.owner.id, name: result.removed.number }),
    )
    return {
      json: numberJson(removed),
      text: `${removed.number} no longer belongs to ${owner.name} (${owner.id}).\n`,
    }
  },
})
