/** What preflight looks with: the keys and ways of the real thing. */
import { randomBytes } from 'node:crypto'
import type { MailText } from '#foreign-text/mail.ts'
import type { Db } from '#postgres/database.ts'
import type { PreflightParts } from '#resources/messages/emails/preflight/preflight.ts'
import { sign } from '#transports/mime/dkim.ts'
import type { Config } from './settings.ts'
import { signingOf } from './signing.ts'

type Parts = { db: Db; secret: Buffer; mail: MailText }

export const preflightParts = (
  config: Config,
  { db, secret, mail }: Parts,
): Pick<PreflightParts, 'sign' | 'signingFor' | 'editHtml'> => ({
  sign,
  // An address in a message that nobody has sent must not be believed when it comes back.
  signingFor: signingOf(config, db, { secret, sealAddressesWith: randomBytes(32) }),
  editHtml: mail.editHtml,
})
