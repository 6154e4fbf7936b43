import { audited } from '#resources/account/audit-log/audited.ts'
import { createOrganization } from '#resources/account/organizations/create.ts'
import { planNames } from '#resources/account/organizations/plans.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand, invocation } from '../command.ts'
import { readName } from '../name.ts'
import { describeLimits, limitOptions, limitsOf, readLimits } from './organization-limits.ts'

export const organizationCreate = defineCommand({
  name: 'organization create',
  summary: 'Creates an organization, with a live and a test key',
  example: "organization create --name 'Acme' --plan pro",
  audit: 'organization.created',
  options: {
    name: { value: '<name>', summary: 'Its name', required: true },
    plan: { value: '<plan>', summary: 'Its plan', choices: planNames, required: true },
    ...limitOptions,
  },
  async run({ plan, ...given }, { loadConfig, clock }) {
    const name = readName(given.name)
    const own = readLimits(plan, given)
    await using database = await openInstance(loadConfig())
    const { id, liveKey, testKey } = await audited(
      database,
      changeAtTerminal(clock(), 'organization.created', {}),
      tx => createOrganization(tx, clock(), { name, plan, ...own }),
    )
    const text = `
  ${name} is ready, on the ${plan} plan: ${describeLimits(limitsOf(plan, own))}

    Id         ${id}
    Live key   ${liveKey}
    Test key   ${testKey}

  The keys are shown only now and are not stored: put them in a safe place.
  To create another key: ${invocation} key create --organization ${id} --mode live

`
    return { json: { id, name, plan, live_key: liveKey, test_key: testKey }, text }
  },
})
