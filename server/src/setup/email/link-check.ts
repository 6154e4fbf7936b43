import type { Db } from '#postgres/database.ts'
import { linkBaseReader } from '#resources/messages/domains/signers.ts'
import { anyLinks, type CheckLinks } from '#resources/messages/emails/link-check.ts'
import { rebuiltOnChange } from '../sending/rebuilt-on-change.ts'
import type { Config } from '../settings.ts'
import { liveTransportNames } from './email-transports.ts'

/** Captured mail may have links to this machine; mail that is sent may not. */
export function linkCheck(now: () => Config, publicUrl: string, db: Db): CheckLinks {
  if (publicUrl.startsWith('https://')) return anyLinks
  const linkBaseOf = linkBaseReader(db, publicUrl)
  const leaves = rebuiltOnChange(now, config => liveTransportNames(config).some(name => name !== 'capture'))
  return async (organizationId, domain) =>
    !leaves() || (await linkBaseOf(organizationId, domain)).startsWith('https://')
}
