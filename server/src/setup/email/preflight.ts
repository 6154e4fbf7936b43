/** The parts for preflight: the same keys and transports as for sending. */
import { randomBytes } from 'node:crypto'
import type { MailText } from '#foreign-text/mail.ts'
import type { Db } from '#postgres/database.ts'
import { authenticate } from '#resources/messages/domains/checks/authenticate.ts'
import { dnsLookUp } from '#resources/messages/domains/dns/look-up.ts'
import type { PreflightParts } from '#resources/messages/emails/preflight/preflight.ts'
import { sign } from '#transports/mime/dkim.ts'
import { spamdFilter } from '#transports/spamd.ts'
import { rebuiltOnChange } from '../sending/rebuilt-on-change.ts'
import type { Config } from '../settings.ts'
import { sendingHostnames } from './email-transports.ts'
import { signingOf } from './signing.ts'

type Given = Omit<PreflightParts, 'db' | 'card' | 'compose' | 'read'>
type Parts = {
  db: Db
  secret: Buffer
  mail: MailText
  /** The current sending configuration. */
  now(): Config
}

export function preflightParts(config: Config, { db, secret, mail, now }: Parts): Given {
  const lookUp = dnsLookUp(config.dnsServers, 1_000)
  const hostnames = rebuiltOnChange(now, sendingHostnames)
  return {
    sign,
    authenticate: arriving => authenticate(lookUp, { ...arriving, hostnames: hostnames() }),
    // A bounce address from a message that was never sent must not be accepted later, so it is sealed with a random key.
    signingFor: signingOf(config, db, { secret, sealAddressesWith: randomBytes(32) }),
    editHtml: mail.editHtml,
    inspectHtml: mail.inspectHtml,
    askSpamFilter: config.spamd && spamdFilter(config.spamd),
  }
}
