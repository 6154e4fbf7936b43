/** The organization that a command is about. It may be left out while there is only one. */
import { fatal } from '#core/fatal.ts'
import type { Db } from '#postgres/database.ts'
import { readOrganizations } from '#resources/account/organizations/plan.ts'
import { invocation } from './command.ts'

export const organizationOption = (what: string) =>
  ({ value: '<id>', summary: `${what}; may be left out while there is only one` }) as const

export async function givenOrOnly(db: Db, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  const [only, ...others] = await readOrganizations(db)
  if (!only) throw fatal(`There is no organization yet: ${invocation} organization create`)
  if (others.length === 0) return only.id
  throw fatal(`--organization is missing: there are several. To see them: ${invocation} organization list`)
}
