import { readOrganizations } from '#resources/account/organizations/plan.ts'
import type { Plan } from '#resources/account/organizations/plans.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand, invocation } from '../command.ts'
import { shortTime, table } from '../table.ts'
import { limitsOf, limitsToJson } from './organization-limits.ts'

export const organizationList = defineCommand({
  name: 'organization list',
  summary: 'Lists the organizations and their plans',
  example: 'organization list --json',
  options: {},
  async run(_given, { loadConfig }) {
    await using database = await openInstance(loadConfig())
    const organizations = (await readOrganizations(database.db)).map(one => ({
      ...one,
      // `as`: the column has a check constraint.
      limits: limitsOf(one.plan as Plan, one),
    }))
    const data = organizations.map(({ id, name, plan, limits, createdAt }) => ({
      id,
      name,
      plan,
      ...limitsToJson(limits),
      created_at: createdAt.toISOString(),
    }))
    const rows = organizations.map(({ id, name, plan, limits, createdAt }) => ({
      id,
      plan,
      'requests/hour': limits.requestsPerHour?.toLocaleString('en') ?? 'no limit',
      'sends/month': limits.sendsPerMonth?.toLocaleString('en') ?? 'no limit',
      'created (utc)': shortTime(createdAt),
      name,
    }))
    const none = `There is no organization yet: ${invocation} organization create`
    const text =
      rows.length > 0 ? table(['id', 'plan', 'requests/hour', 'sends/month', 'created (utc)', 'name'], rows) : none
    return { json: { data }, text: `${text}\n` }
  },
})
