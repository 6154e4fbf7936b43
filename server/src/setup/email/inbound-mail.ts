/** Returned mail, from the port to the tables. */
import { hostname as machineName } from 'node:os'
import { fatal } from '#core/fatal.ts'
import type { Db } from '#postgres/database.ts'
import type { TakeDomainReport } from '#resources/messages/domain-reports/take.ts'
import { type Returned, readReturnPath, readUnsubscribeMailbox } from '#resources/messages/domains/return-path.ts'
import { roleMailboxReader } from '#resources/messages/domains/role-mailbox.ts'
import { roleMailTaker } from '#resources/messages/returns/role-mail.ts'
import type { TakeReport } from '#resources/messages/returns/take.ts'
import { type InboundMail, type InboundMailOptions, listenForMail } from '#transports/inbound-mail/listener.ts'
import type { Logger } from '../log.ts'
import { type Config, settings } from '../settings.ts'

type Parts = {
  db: Db
  secret: Buffer
  take: TakeReport
  takeDomainReport: TakeDomainReport
  /** Resolves when it is committed. */
  unsubscribe(returned: Returned): Promise<unknown>
  log: Logger
  mail: Pick<InboundMailOptions, 'readReport' | 'readRoleMail'>
}
type Settings = Pick<Config, 'inboundSmtpPort' | 'inboundSmtpHost' | 'host' | 'hostname'>

/** Undefined when no port is set for it. */
export async function openInboundMail(
  { inboundSmtpPort, inboundSmtpHost, host, hostname }: Settings,
  { db, secret, take, takeDomainReport, unsubscribe, log, mail }: Parts,
): Promise<InboundMail | undefined> {
  if (inboundSmtpPort === null) return undefined
  const nowMs = () => performance.now()
  const ownName = hostname ?? machineName()
  return listenForMail({
    host: inboundSmtpHost ?? host,
    port: inboundSmtpPort,
    hostname: ownName,
    log,
    subjectOf: address => readReturnPath(secret, address),
    readerOf: address => readUnsubscribeMailbox(secret, address),
    unsubscribe,
    readReport: mail.readReport,
    readRoleMail: mail.readRoleMail,
    roleMailboxOf: roleMailboxReader(db, nowMs, ownName),
    takeRoleMail: roleMailTaker({ secret, take, takeDomainReport, log, nowMs }),
    take: async report => ((await take(report)).kind === 'early' ? 'again' : 'done'),
  }).catch(cause => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw fatal(`The port for returned mail cannot be opened (${settings.inboundSmtpPort.name}): ${reason}`, cause)
  })
}
