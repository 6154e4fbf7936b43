/**
 * The mail server for returned mail. It accepts mail only for addresses that this instance has created and for role mailboxes,
 * and never sends mail: errors are reported in the SMTP reply. 250 means that the report is committed.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { RoleMail, RoleMailbox } from '#core/addresses/role-mail.ts'
import type { Notice, Report, Subject } from '#core/returned-mail.ts'
import { collect, EndlessDots } from './collect.ts'
import { defaultLimits, type GateLimits, openGate } from './gate.ts'
import { maxMessageBytes, maxRecipients } from './limits.ts'
import { selfSigned } from './self-signed.ts'

export type InboundMailOptions = {
  host: string
  port: number
  /** The name in the greeting. */
  hostname: string
  log: Logger
  /** Null for an address that is not ours. */
  subjectOf(address: string): Subject | null
  /** Reads a report from untrusted content, so it runs in a process that may crash. */
  readReport(message: Buffer, envelopeFrom: string): Promise<Notice[]>
  /** The reader that a mail to this address unsubscribes; null for other addresses. */
  readerOf(address: string): Reader | null
  /** Resolves when it is committed. */
  unsubscribe(reader: Reader): Promise<unknown>
  /** Resolves when it is committed. `again`: the sender has to retry later. */
  take(report: Report): Promise<'done' | 'again'>
  /** Null for an address that is not a role mailbox. Queries the database. */
  roleMailboxOf(address: string): Promise<RoleMailbox | null>
  /** Like `readReport`. */
  readRoleMail(message: Buffer, envelopeFrom: string): Promise<RoleMail>
  /** Like `take`. */
  takeRoleMail(mailbox: RoleMailbox, mail: RoleMail): Promise<'done' | 'again'>
  nowMs?: () => number
  limits?: GateLimits
  /** For all addresses in total. */
  maxConnections?: number
  idleMs?: number
  /** The maximum duration of a connection, even an active one. */
  maxConnectionMs?: number
}

type Reader = { emailId: string; nth: number }

export type InboundMail = AsyncDisposable & { port: number }

/** Each may hold a message of `maxMessageBytes`, briefly twice: at most 200 MB. */
const defaultMaxConnections = 100
/** A refused connection keeps its socket until it has read the reply, for at most 5 s. Above this limit sockets are closed at once. */
const maxSockets = 1_000

class Reply extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const tryLater = () => new Reply(451, 'Not now, please try again later')
const slowDown = () => new Reply(421, 'Too much at once, please try again later')

export async function listenForMail(options: InboundMailOptions): Promise<InboundMail> {
  const { host, port, log, maxConnectionMs = 300_000 } = options
  const gate = openGate(options.limits ?? defaultLimits, options.nowMs ?? (() => performance.now()))
  const addressed = new WeakMap<object, Addressed>()
  const timers = new Map<string, NodeJS.Timeout>()
  const failed = (done: (error: Error) => void) => (error: unknown) => {
    if (hungUp(error)) log.debug({ err: error }, 'a connection for returned mail broke')
    else log.warn({ err: error }, 'a report could not be stored')
    done(tryLater())
  }

  const server = new SMTPServer({
    ...selfSigned(options.hostname),
    minVersion: 'TLSv1.2',
    name: options.hostname,
    logger: false,
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    size: maxMessageBytes,
    rejectOversized: true,
    maxRecipients,
    maxClients: options.maxConnections ?? defaultMaxConnections,
    maxCommandLength: 2_048,
    socketTimeout: options.idleMs ?? 60_000,
    closeTimeout: 5_000,
    // Not socket events: STARTTLS removes all listeners from the socket.
    onConnect(session, done) {
      if (!gate.enter(session.id, session.remoteAddress)) return done(slowDown())
      timers.set(session.id, setTimeout(() => hangUp(server, session), maxConnectionMs).unref())
      done()
    },
    onClose({ id }) {
      clearTimeout(timers.get(id))
      timers.delete(id)
      gate.leave(id)
    },
    // Deferred: calling back synchronously makes the library lose the end of a pipelined message.
    onMailFrom: (_address, session, done) =>
      process.nextTick(done, gate.mayMail(session.remoteAddress) ? null : slowDown()),
    onRcptTo({ address }, session, done) {
      const known = addressed.get(session.envelope) ?? nobody()
      addressed.set(session.envelope, known)
      if (addSealed(known, address, options)) return done()
      if (!gate.mayAsk(session.remoteAddress)) return done(slowDown())
      options.roleMailboxOf(address).then(mailbox => {
        if (!mailbox) return done(new Reply(550, 'No such mailbox here'))
        known.mailboxes.set(address.toLowerCase(), mailbox)
        done()
      }, failed(done))
    },
    onData(stream, session, done) {
      const { mailFrom } = session.envelope
      const known = addressed.get(session.envelope) ?? nobody()
      receive(stream, mailFrom ? mailFrom.address : '', known, options).then(done, error =>
        error instanceof EndlessDots ? hangUp(server, session) : failed(done)(error),
      )
    },
  })
  server.on('error', err => log.debug({ err }, 'a connection for returned mail broke'))
  server.server.maxConnections = maxSockets

  server.listen(port, host)
  await once(server.server, 'listening')
  // `as`: it listens on a port.
  const bound = server.server.address() as AddressInfo
  return {
    port: bound.port,
    [Symbol.asyncDispose]: () => new Promise(resolve => server.close(resolve)),
  }
}

/** The client disconnected before the end of the message. */
const hungUp = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNECTION'

function hangUp(server: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of server.connections) {
    if (connection.id === id) connection.send(421, 'This has taken too long')
  }
}

/** The distinct targets of a mail's recipients. */
type Addressed = { subjects: Map<string, Subject>; readers: Map<string, Reader>; mailboxes: Map<string, RoleMailbox> }

const nobody = (): Addressed => ({ subjects: new Map(), readers: new Map(), mailboxes: new Map() })

/** False when the address is not ours. */
function addSealed(known: Addressed, address: string, { subjectOf, readerOf }: InboundMailOptions): boolean {
  const [subject, reader] = [subjectOf(address), readerOf(address)]
  if (subject) known.subjects.set(`${subject.emailId} ${subject.nth}`, subject)
  if (reader) known.readers.set(`${reader.emailId} ${reader.nth}`, reader)
  return subject !== null || reader !== null
}

/** Null when the mail was accepted, otherwise the reply. */
async function receive(
  stream: SMTPServerDataStream,
  envelopeFrom: string,
  { subjects, readers, mailboxes }: Addressed,
  { take, unsubscribe, readReport, readRoleMail, takeRoleMail }: InboundMailOptions,
): Promise<Reply | null> {
  const message = await collect(stream, maxMessageBytes)
  if (!message) return new Reply(552, 'The message is too large for a report')
  // Regardless of the content: only the reader knows the address.
  await Promise.all([...readers.values()].map(unsubscribe))
  const notices = subjects.size > 0 ? await readReport(message, envelopeFrom) : []
  const reports = notices.length > 0 ? [...subjects.values()].map(subject => take({ subject, notices })) : []
  // Only for the first mailbox: the others would get the same mail.
  const [mailbox] = mailboxes.values()
  const letters = mailbox ? [readRoleMail(message, envelopeFrom).then(mail => takeRoleMail(mailbox, mail))] : []
  return (await Promise.all([...reports, ...letters])).includes('again') ? tryLater() : null
}
