import { readOrganization, readOrganizations } from '#resources/account/organizations/plan.ts'
import type { OwnNumber } from '#resources/messages/numbers/number.ts'
import { listNumbers } from '#resources/messages/numbers/read.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand, invocation } from '../command.ts'
import { shortTime, table } from '../table.ts'
import { numberJson } from './number-json.ts'

export const numberList = defineCommand({
  name: 'number list',
  summary: 'Lists the phone numbers and their organizations',
  example: 'number list --organization <id>',
  options: { organization: { value: '<id>', summary: 'Only the numbers of this organization' } },
  async run({ organization }, { loadConfig }) {
    await using database = await openInstance(loadConfig())
    const { db } = database
    const owners = organization === undefined ? await readOrganizations(db) : [await readOrganization(db, organization)]
    const numbers = await listNumbers(db, organization)
    const blocks = owners.map(({ id, name }) => {
      const own = numbers.filter(one => one.organizationId === id)
      return `${name} (${id})\n${own.length > 0 ? numberTable(own) : 'no numbers'}\n`
    })
    const none = `There is no organization yet: ${invocation} organization create\n`
    return { json: { data: numbers.map(numberJson) }, text: blocks.length > 0 ? blocks.join('\n') : none }
  },
})

const numberTable = (numbers: readonly OwnNumber[]): string =>
  table(
    ['number', 'added (utc)'],
    numbers.map(({ number, createdAt }) => ({ number, 'added (utc)': shortTime(createdAt) })),
  )
