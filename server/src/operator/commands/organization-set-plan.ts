import { readOrganization, setPlan } from '#resources/organizations/plan.ts'
import { planNames } from '#resources/organizations/plans.ts'
import { openInstance } from '../instance/open.ts'
import { defineCommand } from './command.ts'
import { describeLimit, limitOf, readRequestLimit, requestLimitOption } from './request-limit.ts'
import { untilEveryoneKnows } from './settle.ts'

export const organizationSetPlan = defineCommand({
  name: 'organization set-plan',
  summary: 'Moves an organization to another plan, or changes its enterprise limit',
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
    'requests-per-hour': requestLimitOption,
  },
  async run({ id, plan, ...given }, { loadConfig }) {
    const own = readRequestLimit(plan, given['requests-per-hour'])
    await using database = await openInstance(loadConfig())
    const { name } = await database.transaction(async tx => {
      await setPlan(tx, id, plan, own)
      return readOrganization(tx, id)
    })
    await untilEveryoneKnows()
    const limit = limitOf(plan, own ?? null)
    return {
      json: { id, name, plan, requests_per_hour: limit },
      text: `${name} is on the ${plan} plan from now on: ${describeLimit(limit)}.\n`,
    }
  },
})
