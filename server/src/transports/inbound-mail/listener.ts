/**
 * The mail server for what comes back. It takes mail for addresses that this instance has made and for the mailboxes that
 * every mail domain has, nothing else, and never sends any: whatever is wrong is said to the one who is connected. 250 means
 * that the news are on disk.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { RoleMail, RoleMailbox } from '#core/addresses/role-mail.ts'
import type { Notice, Report, Subject } from '#core/returned-mail.ts'
import { collect, EndlessDots } from './collect.ts'
import { type GateLimits, openGate, usualLimits } from './gate.ts'
import { largestMessage, maxRecipients } from './limits.ts'
import { selfSigned } from './self-signed.ts'

export type InboundMailOptions = {
  host: string
  port: number
  /** How it introduces itself. */
  hostname: string
  log: Logger
  /** Null for an address that is none of ours. */
  subjectOf(address: string): Subject | null
  /** What a message says: whatever a stranger wrote, so in a process that may die. */
  readReport(message: Buffer, envelopeFrom: string): Promise<Notice[]>
  /** Who unsubscribes by a mail to this address; null when nobody does. */
  readerOf(address: string): Reader | null
  /** Resolves when it is committed. */
  unsubscribe(reader: Reader): Promise<unknown>
  /** Resolves when it is committed; `again` when it has to be told once more later. */
  take(report: Report): Promise<'done' | 'again'>
  /** Null for an address that is no mailbox for everybody. Asks the database. */
  roleMailboxOf(address: string): Promise<RoleMailbox | null>
  /** Like `readReport`. */
  readRoleMail(message: Buffer, envelopeFrom: string): Promise<RoleMail>
  /** Like `take`. */
  takeRoleMail(mailbox: RoleMailbox, mail: RoleMail): Promise<'done' | 'again'>
  nowMs?: () => number
  limits?: GateLimits
  /** Of all addresses together. */
  maxConnections?: number
  idleMs?: number
  /** However busy it is, a connection ends then. */
  longestMs?: number
}

type Reader = { emailId: string; nth: number }

export type InboundMail = AsyncDisposable & { port: number }

/** Each may hold a message of `largestMessage`, twice for a moment: 200 MB at the most. */
const usualMaxConnections = 100
/** One that is refused keeps its socket until it has read why, for 5 s at the most. Past these the kernel says no. */
const maxSockets = 1_000

class Reply extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const comeAgain = () => new Reply(451, 'Not now, please try again later')
const slowDown = () => new Reply(421, 'Too much at once, please try again later')

export async function listenForMail(options: InboundMailOptions): Promise<InboundMail> {
  const { host, port, log, longestMs = 300_000 } = options
  const gate = openGate(options.limits ?? usualLimits, options.nowMs ?? (() => performance.now()))
  const addressed = new WeakMap<object, Addressed>()
  const timers = new Map<string, NodeJS.Timeout>()
  const failed = (done: (error: Error) => void) => (error: unknown) => {
    if (hungUp(error)) log.debug({ err: error }, 'a connection for returned mail broke')
    else log.warn({ err: error }, 'a report could not be taken')
    done(comeAgain())
  }

  const server = new SMTPServer({
    ...selfSigned(options.hostname),
    minVersion: 'TLSv1.2',
    name: options.hostname,
    logger: false,
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    size: largestMessage,
    rejectOversized: true,
    maxRecipients,
    maxClients: options.maxConnections ?? usualMaxConnections,
    maxCommandLength: 2_048,
    socketTimeout: options.idleMs ?? 60_000,
    closeTimeout: 5_000,
    // Not the events of the socket: STARTTLS takes all listeners away from it.
    onConnect(session, done) {
      if (!gate.enter(session.id, session.remoteAddress)) return done(slowDown())
      timers.set(session.id, setTimeout(() => hangUp(server, session), longestMs).unref())
      done()
    },
    onClose({ id }) {
      clearTimeout(timers.get(id))
      timers.delete(id)
      gate.leave(id)
    },
    // Later: at once, the library would lose the end of a message that is pipelined behind another.
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

/** Before the message was there. */
const hungUp = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNECTION'

function hangUp(server: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of server.connections) {
    if (connection.id === id) connection.send(421, 'This has taken too long')
  }
}

/** Whom the addresses of one mail name, each once. */
type Addressed = { subjects: Map<string, Subject>; readers: Map<string, Reader>; mailboxes: Map<string, RoleMailbox> }

const nobody = (): Addressed => ({ subjects: new Map(), readers: new Map(), mailboxes: new Map() })

/** False when it is no address of ours. */
function addSealed(known: Addressed, address: string, { subjectOf, readerOf }: InboundMailOptions): boolean {
  const [subject, reader] = [subjectOf(address), readerOf(address)]
  if (subject) known.subjects.set(`${subject.emailId} ${subject.nth}`, subject)
  if (reader) known.readers.set(`${reader.emailId} ${reader.nth}`, reader)
  return subject !== null || reader !== null
}

/** Null when it was taken, else what to say. */
async function receive(
  stream: SMTPServerDataStream,
  envelopeFrom: string,
  { subjects, readers, mailboxes }: Addressed,
  { take, unsubscribe, readReport, readRoleMail, takeRoleMail }: InboundMailOptions,
): Promise<Reply | null> {
  const message = await collect(stream, largestMessage)
  if (!message) return new Reply(552, 'A report is smaller than that')
  // Whatever it says: nobody else knows the address.
  await Promise.all([...readers.values()].map(unsubscribe))
  const notices = subjects.size > 0 ? await readReport(message, envelopeFrom) : []
  const reports = notices.length > 0 ? [...subjects.values()].map(subject => take({ subject, notices })) : []
  // Once, for the first of them: the others would be told the same.
  const [mailbox] = mailboxes.values()
  const letters = mailbox ? [readRoleMail(message, envelopeFrom).then(mail => takeRoleMail(mailbox, mail))] : []
  return (await Promise.all([...reports, ...letters])).includes('again') ? comeAgain() : null
}
