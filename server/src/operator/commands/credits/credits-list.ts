import { describeCredits } from '#resources/account/credits/money.ts'
import { readCredits, readEntries } from '#resources/account/credits/read.ts'
import { readOrganization } from '#resources/account/organizations/plan.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'
import { shortTime, table } from '../table.ts'

const atMost = 50

type Entry = Awaited<ReturnType<typeof readEntries>>[number]

export const creditsList = defineCommand({
  name: 'credits list',
  summary: `Shows the balance of an organization and the last ${atMost} entries of its ledger`,
  example: 'credits list',
  options: { organization: organizationOption('Whose credits') },
  async run({ organization: asked }, { loadConfig, clock }) {
    await using database = await openInstance(loadConfig())
    const organization = await givenOrOnly(database.db, asked)
    const { name } = await readOrganization(database.db, organization)
    const { balance } = await readCredits(database.db, { organizationId: organization }, clock())
    const entries = await readEntries(database.db, organization, atMost)
    const rows = entries.length > 0 ? entryTable(entries) : 'Nothing has been sent or added yet.'
    return {
      json: { organization_id: organization, balance, data: entries.map(toJson) },
      text: `${name} has ${describeCredits(balance)}.\n${rows}\n`,
    }
  },
})

const entryTable = (entries: readonly Entry[]): string =>
  table(
    ['time (utc)', 'kind', 'credits', 'about', 'note'],
    entries.map(({ createdAt, kind, credits, subjectId, note }) => ({
      'time (utc)': shortTime(createdAt),
      kind,
      credits: credits.toLocaleString('en'),
      about: subjectId,
      note: note ?? '',
    })),
  )

const toJson = ({ subjectId, kind, credits, note, createdAt }: Entry) => ({
  subject_id: subjectId,
  kind,
  credits,
  note,
  created_at: createdAt.toISOString(),
})
