import type { Db } from './postgres/database.ts'
import { domainReader } from './resources/domains/signers.ts'
import { anySender, type CheckSender } from './resources/emails/senders.ts'
import type { Config } from './settings.ts'

/** Who may send in whose name, by the settings. */
export const senderCheck = ({ senderDomains }: Config, db: Db): CheckSender =>
  senderDomains === 'verified' ? domainReader(db, () => performance.now()).isVerified : anySender
