import { changeGrant } from '#resources/account/credits/change-grant.ts'
import { readOrganization, setPlan } from '#resources/account/organizations/plan.ts'
import { planNames } from '#resources/account/organizations/plans.ts'
import { untilEveryoneKnows } from '#resources/account/organizations/settle.ts'
import { openInstance } from '../instance/open.ts'
import { defineCommand } from './command.ts'
import { describeLimits, limitOptions, limitsOf, limitsToJson, readLimits } from './organization-limits.ts'

export const organizationSetPlan = defineCommand({
  name: 'organization set-plan',
  summary: 'Moves an organization to another plan, or changes its enterprise limits',
  example: 'organization set-plan <id> --plan enterprise --requests-per-hour 50000',
  options: {
    id: {
      value: '<id>',
      summary: 'The organization',
      required: true,
      positional: true,
      aliases: ['organization'],
    },
    plan: { value: '<plan>', summary: 'The plan from now on', choices: planNames, required: true },
    ...limitOptions,
  },
  async run({ id, plan, ...given }, { loadConfig, clock }) {
    const own = readLimits(plan, given)
    await using database = await openInstance(loadConfig())
    const { name } = await database.transaction(async tx => {
      await setPlan(tx, id, { plan, ...own })
      await changeGrant(tx, clock(), id)
      return readOrganization(tx, id)
    })
    await untilEveryoneKnows()
    const limits = limitsOf(plan, own)
    return {
      json: { id, name, plan, ...limitsToJson(limits) },
      text: `${name} is on the ${plan} plan from now on: ${describeLimits(limits)}\n`,
    }
  },
})
