/** Mail that comes back, from the port to the tables. */
import { hostname as machineName } from 'node:os'
import { fatal } from '#core/fatal.ts'
import { type Returned, readReturnPath, readUnsubscribeMailbox } from '#resources/messages/domains/return-path.ts'
import type { TakeReport } from '#resources/messages/returns/take.ts'
import { type InboundMail, type InboundMailOptions, listenForMail } from '#transports/inbound-mail/listener.ts'
import type { Logger } from './log.ts'
import { type Config, settings } from './settings.ts'

type Parts = {
  secret: Buffer
  take: TakeReport
  /** Resolves when it is committed. */
  unsubscribe(returned: Returned): Promise<unknown>
  log: Logger
  readReport: InboundMailOptions['readReport']
}
type Settings = Pick<Config, 'inboundSmtpPort' | 'inboundSmtpHost' | 'host' | 'hostname'>

/** Undefined when no port is set for it. */
export async function openInboundMail(
  { inboundSmtpPort, inboundSmtpHost, host, hostname }: Settings,
  { secret, take, unsubscribe, log, readReport }: Parts,
): Promise<InboundMail | undefined> {
  if (inboundSmtpPort === null) return undefined
  return listenForMail({
    host: inboundSmtpHost ?? host,
    port: inboundSmtpPort,
    hostname: hostname ?? machineName(),
    log,
    subjectOf: address => readReturnPath(secret, address),
    readerOf: address => readUnsubscribeMailbox(secret, address),
    unsubscribe,
    readReport,
    take: async report => ((await take(report)).kind === 'early' ? 'again' : 'done'),
  }).catch(cause => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw fatal(`The port for returned mail cannot be opened (${settings.inboundSmtpPort.name}): ${reason}`, cause)
  })
}
