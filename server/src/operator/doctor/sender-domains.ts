import type { Db } from '#postgres/database.ts'
import { readOrganizations } from '#resources/account/organizations/plan.ts'
import type { Config } from '#setup/settings.ts'
import { type Check, ok, warning } from './check.ts'

const name = 'sender_domains'

/** Which domains organizations may send from. The default changes with the second organization. */
export async function checkSenderDomains({ senderDomains }: Config, db: Db): Promise<Check> {
  const { length } = await readOrganizations(db)
  if (length > 1 && senderDomains === 'any')
    return warning(
      name,
      `${length} organizations may send from any domain that no other organization has verified.`,
      'Unset POSTHORN_SENDER_DOMAINS, or set it to verified, unless they trust each other.',
    )
  if (length > 1 || senderDomains === 'verified')
    return ok(name, 'Organizations can send only from domains that are verified for them.')
  return ok(
    name,
    'The only organization may send from any domain. With a second organization, domains must be verified.',
  )
}
