import type { Db } from '#postgres/database.ts'
import { linkBaseReader } from '#resources/messages/domains/signers.ts'
import { anyLinks, type CheckLinks } from '#resources/messages/emails/link-check.ts'
import { liveTransportNames } from './email-transports.ts'
import { publicUrlOf } from './public-url.ts'
import type { Config } from './settings.ts'

/** Mail that is only captured may have links to this machine; mail that leaves may not. */
export function linkCheck(config: Config, db: Db): CheckLinks {
  const url = publicUrlOf(config)
  const leaves = liveTransportNames(config).some(name => name !== 'capture')
  if (!leaves || url.startsWith('https://')) return anyLinks
  const linkBaseOf = linkBaseReader(db, url)
  return async (organizationId, domain) => (await linkBaseOf(organizationId, domain)).startsWith('https://')
}
