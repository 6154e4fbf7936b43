import type { Db } from '#postgres/database.ts'
import { soleReader } from '#resources/account/organizations/sole.ts'
import { domainStateReader } from '#resources/messages/domains/domain-state.ts'
import type { CheckSender } from '#resources/messages/emails/senders.ts'
import type { Config } from '../settings.ts'

/**
 * Which organization may send from which domain. A domain that it has verified is allowed, one that only others have
 * verified is not. A domain that nobody has verified is allowed for all organizations with `any`, for none with `verified`,
 * and when nothing is set, only while there is one organization.
 */
export function senderCheck(
  { senderDomains }: Pick<Config, 'senderDomains'>,
  db: Db,
  nowMs: () => number = () => performance.now(),
): CheckSender {
  const standingOf = domainStateReader(db, nowMs)
  const isSole = soleReader(db, nowMs)
  return async (organizationId, domain) => {
    const [isFree, { ownership, requiresTls }] = await Promise.all([
      senderDomains !== 'verified' && isSole(organizationId),
      standingOf(organizationId, domain),
    ])
    const isAllowed = isFree || ownership === 'own' || (ownership === 'free' && senderDomains === 'any')
    return { isAllowed, requiresTls }
  }
}
