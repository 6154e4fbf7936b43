import { audited } from '#resources/account/audit-log/audited.ts'
import { changeGrant } from '#resources/account/credits/change-grant.ts'
import { readOrganization, setPlan } from '#resources/account/organizations/plan.ts'
import { planNames } from '#resources/account/organizations/plans.ts'
import { waitForKeyCaches } from '#resources/account/organizations/wait-for-key-caches.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'
import { describeLimits, limitOptions, limitsOf, limitsToJson, readLimits } from './organization-limits.ts'

export const organizationSetPlan = defineCommand({
  name: 'organization set-plan',
  summary: 'Moves an organization to another plan, or changes its enterprise limits',
  example: 'organization set-plan <id> --plan enterprise --requests-per-hour 50000',
  audit: 'organization.updated',
  options: {
    id: {
      ...organizationOption('The organization'),
      positional: true,
      aliases: ['organization'],
    },
    plan: { value: '<plan>', summary: 'The new plan', choices: planNames, required: true },
    ...limitOptions,
  },
  async run({ id: asked, plan, ...given }, { loadConfig, clock }) {
    const own = readLimits(plan, given)
    await using database = await openInstance(loadConfig())
    const id = await givenOrOnly(database.db, asked)
    const change = changeAtTerminal(clock(), 'organization.updated', { organizationId: id })
    const { name } = await audited(database, change, async tx => {
      await setPlan(tx, id, { plan, ...own })
      await changeGrant(tx, clock(), id)
      return readOrganization(tx, id)
    })
    await waitForKeyCaches()
    const limits = limitsOf(plan, own)
    return {
      json: { id, name, plan, ...limitsToJson(limits) },
      text: `${name} is now on the ${plan} plan: ${describeLimits(limits)}\n`,
    }
  },
})
