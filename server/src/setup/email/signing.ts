import { openSealer } from '#core/seal.ts'
import type { Db } from '#postgres/database.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { returnPath, unsubscribeMailbox } from '#resources/messages/domains/return-path.ts'
import { domainReader } from '#resources/messages/domains/signers.ts'
import type { SigningFor } from '#resources/messages/emails/deliver/copy.ts'
import { publicUrlOf } from '../public-url.ts'
import type { Config } from '../settings.ts'

type Secrets = {
  secret: Buffer
  /** Seals the bounce addresses that name an email. Only those sealed with the installation's secret are accepted. */
  sealAddressesWith: Buffer
}

/** Signs for verified domains, and gives their emails a bounce address that names the email. */
export function signingOf(config: Config, db: Db, { secret, sealAddressesWith }: Secrets): SigningFor {
  const publicUrl = publicUrlOf(config)
  const safe = keySafe(openSealer(config.encryptionKey, secret))
  const domains = domainReader(db, () => performance.now(), safe)
  return async ({ organizationId, emailId, nth, domain }) => {
    const { keys, returnPathDomain, trackingHost } = await domains.signingFor(organizationId, domain)
    const linkBase = trackingHost === null ? publicUrl : `https://${trackingHost}`
    if (returnPathDomain === null) return { keys, returnPath: null, linkBase, unsubscribeMailbox: null }
    const named = { emailId, nth, domain: returnPathDomain }
    return {
      keys,
      returnPath: returnPath(sealAddressesWith, named),
      linkBase,
      unsubscribeMailbox: config.inboundSmtpPort === null ? null : unsubscribeMailbox(sealAddressesWith, named),
    }
  }
}
