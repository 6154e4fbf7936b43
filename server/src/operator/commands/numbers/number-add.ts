import { isPhoneNumber } from '@posthorn/contract/formats'
import { audited } from '#resources/account/audit-log/audited.ts'
import { readOrganization } from '#resources/account/organizations/plan.ts'
import { addNumber } from '#resources/messages/numbers/add.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'
import { numberJson } from './number-json.ts'

export const numberAdd = defineCommand({
  name: 'number add',
  summary: 'Assigns a phone number to an organization, which then receives the messages sent to it',
  example: 'number add +14155552671 --organization <id>',
  audit: 'number.added',
  options: {
    number: {
      value: '<number>',
      summary: 'A number in E.164 form, or a name or short code to send from',
      required: true,
      positional: true,
    },
    organization: organizationOption('The organization'),
  },
  async run(given, { loadConfig, clock }) {
    await using database = await openInstance(loadConfig())
    const now = clock()
    const { added, owner } = await audited(
      database,
      changeAtTerminal(now, 'number.added', {}),
      async tx => {
        const organizationId = await givenOrOnly(tx, given.organization)
        const added = await addNumber(tx, now, { organizationId, number: given.number })
        return { added, owner: await readOrganization(tx, organizationId) }
      },
      // Adding it again is not a change.
      ({ added: { number, createdAt }, owner: { id } }) =>
        createdAt < now ? undefined : { organizationId: id, name: number },
    )
    const whose = `${owner.name} (${owner.id})`
    const text = isPhoneNumber(added.number)
      ? `Messages to ${added.number} go to ${whose}.\n`
      : `${whose} may send as ${added.number}.\n`
    return { json: numberJson(added), text }
  },
})
