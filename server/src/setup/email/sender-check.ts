import type { Db } from '#postgres/database.ts'
import { soleReader } from '#resources/account/organizations/sole.ts'
import { standingReader } from '#resources/messages/domains/standing.ts'
import type { CheckSender } from '#resources/messages/emails/senders.ts'
import type { Config } from '../settings.ts'

/**
 * Who may send in whose name. A domain that another organization has verified is theirs, whatever the settings say; one
 * that nobody has verified is for everybody with `any`, for nobody with `verified`, and for the only organization there is
 * when nothing is set.
 */
export function senderCheck(
  { senderDomains }: Pick<Config, 'senderDomains'>,
  db: Db,
  nowMs: () => number = () => performance.now(),
): CheckSender {
  const standingOf = standingReader(db, nowMs)
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
