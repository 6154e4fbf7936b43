/**
 * The mail server for what comes back. It takes mail for addresses that this instance has made, nothing else, and never
 * sends any: whatever is wrong is said to the one who is connected. 250 means that the news are on disk.
 */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { Notice, Report, Subject } from '#core/returned-mail.ts'
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
  nowMs?: () => number
  limits?: GateLimits
  idleMs?: number
  /** However busy it is, a connection ends then. */
  longestMs?: number
}

type Reader = { emailId: string; nth: number }

export type InboundMail = AsyncDisposable & { port: number }

const maxConnections = 50

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
  const { host, port, log, subjectOf, readerOf, longestMs = 300_000 } = options
  const gate = openGate(options.limits ?? usualLimits, options.nowMs ?? (() => performance.now()))
  const addressed = new WeakMap<object, Addressed>()

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
    maxClients: maxConnections,
    maxCommandLength: 2_048,
    socketTimeout: options.idleMs ?? 60_000,
    closeTimeout: 5_000,
    onMailFrom: (_address, session, done) => done(gate.mayMail(session.remoteAddress) ? null : slowDown()),
    onRcptTo({ address }, session, done) {
      const [subject, reader] = [subjectOf(address), readerOf(address)]
      if (!subject && !reader) return done(new Reply(550, 'No such mailbox here'))
      const known = addressed.get(session.envelope) ?? { subjects: new Map(), readers: new Map() }
      addressed.set(session.envelope, known)
      if (subject) known.subjects.set(`${subject.emailId} ${subject.nth}`, subject)
      if (reader) known.readers.set(`${reader.emailId} ${reader.nth}`, reader)
      done()
    },
    onData(stream, session, done) {
      const { mailFrom } = session.envelope
      const known = addressed.get(session.envelope) ?? { subjects: new Map(), readers: new Map() }
      receive(stream, mailFrom ? mailFrom.address : '', known, options).then(done, error => {
        log.warn({ err: error }, 'a report could not be taken')
        done(comeAgain())
      })
    },
  })
  server.on('error', err => log.debug({ err }, 'a connection for returned mail broke'))
  server.server.on('connection', socket => admit(socket, gate, longestMs))

  server.listen(port, host)
  await once(server.server, 'listening')
  // `as`: it listens on a port.
  const bound = server.server.address() as AddressInfo
  return {
    port: bound.port,
    [Symbol.asyncDispose]: () => new Promise(resolve => server.close(resolve)),
  }
}

function admit(socket: Socket, gate: ReturnType<typeof openGate>, longestMs: number): void {
  const address = socket.remoteAddress ?? ''
  if (!gate.enter(address)) return void socket.destroy()
  const timer = setTimeout(() => socket.destroy(), longestMs)
  timer.unref()
  socket.once('close', () => {
    clearTimeout(timer)
    gate.leave(address)
  })
}

/** Whom the addresses of one mail name, each once. */
type Addressed = { subjects: Map<string, Subject>; readers: Map<string, Reader> }

/** Null when it was taken, else what to say. */
async function receive(
  stream: SMTPServerDataStream,
  envelopeFrom: string,
  { subjects, readers }: Addressed,
  { take, unsubscribe, readReport }: InboundMailOptions,
): Promise<Reply | null> {
  const message = await collect(stream)
  if (!message) return new Reply(552, 'A report is smaller than that')
  // Whatever it says: nobody else knows the address.
  await Promise.all([...readers.values()].map(unsubscribe))
  const notices = subjects.size > 0 ? await readReport(message, envelopeFrom) : []
  if (notices.length === 0) return null
  const taken = await Promise.all([...subjects.values()].map(subject => take({ subject, notices })))
  return taken.includes('again') ? comeAgain() : null
}

/** What is too large is read to its end, so that the answer is heard, and not kept. */
async function collect(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size <= largestMessage) chunks.push(chunk)
    else chunks = []
  }
  return size <= largestMessage ? Buffer.concat(chunks) : undefined
}
