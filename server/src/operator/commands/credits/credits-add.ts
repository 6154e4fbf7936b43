import { fatal } from '#core/fatal.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { addCredits } from '#resources/account/credits/add.ts'
import { describeCredits } from '#resources/account/credits/money.ts'
import { readOrganization } from '#resources/account/organizations/plan.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'
import { readName } from '../name.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'

export const creditsAdd = defineCommand({
  name: 'credits add',
  summary: 'Adds credits to an organization, which last until they are used',
  example: "credits add --credits 50000 --note 'Invoice 1042'",
  audit: 'credits.added',
  options: {
    organization: organizationOption('Which organization gets them'),
    credits: { value: '<number>', summary: 'How many; one credit is 0.001 dollars', required: true },
    note: { value: '<text>', summary: 'A note for credits list' },
  },
  async run({ organization: asked, ...given }, { loadConfig, clock }) {
    const credits = readCreditsOption(given.credits)
    const note = given.note === undefined ? undefined : readName(given.note, 'note')
    await using database = await openInstance(loadConfig())
    const organization = await givenOrOnly(database.db, asked)
    const change = changeAtTerminal(clock(), 'credits.added', { organizationId: organization })
    const { name, balance } = await audited(
      database,
      change,
      async tx => ({
        balance: await addCredits(tx, clock(), { organizationId: organization, credits, note }),
        ...(await readOrganization(tx, organization)),
      }),
      () => ({ changes: [{ field: 'credits', to: credits }, ...(note ? [{ field: 'note', to: note }] : [])] }),
    )
    return {
      json: { organization_id: organization, credits, balance },
      text: `${name} got ${describeCredits(credits)}. The balance is ${describeCredits(balance)}.\n`,
    }
  },
})

const maxAtOnce = 1_000_000_000

function readCreditsOption(text: string): number {
  const credits = /^\d{1,10}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (credits <= 0 || credits > maxAtOnce) {
    throw fatal(`--credits must be a number above 0 and at most ${maxAtOnce}, with at most three decimals.`)
  }
  return credits
}
