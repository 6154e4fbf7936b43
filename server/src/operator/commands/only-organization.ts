import { fatal } from '#core/fatal.ts'
import type { Db } from '#postgres/database.ts'
import { readOrganizations } from '#resources/account/organizations/plan.ts'
import { invocation } from './command.ts'

/** For a command whose --organization may be left out while there is only one. */
export async function onlyOrganization(db: Db): Promise<string> {
  const [only, ...others] = await readOrganizations(db)
  if (!only) throw fatal(`There is no organization yet: ${invocation} organization create`)
  if (others.length === 0) return only.id
  throw fatal(`--organization is missing: there are several. To see them: ${invocation} organization list`)
}
