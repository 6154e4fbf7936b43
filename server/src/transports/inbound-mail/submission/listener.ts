/**
 * The mail submission server: authenticated clients submit messages, and 250 means that a message is committed. It implements the protocol only; `take`
 * processes the messages.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { isLoopback } from '#core/public-address.ts'
import type { SmtpReply, Submitted } from '#core/submission.ts'
import { collect, EndlessDots } from '../collect.ts'
import { openGate } from '../gate.ts'
import { type LineFault, lineCheck } from './line-fault.ts'

export type SubmissionOptions = {
  host: string
  port: number
  /** The name in the greeting. */
  hostname: string
  /** Implicit TLS instead of STARTTLS. */
  isTls: boolean
  certificate: Certificate
  log: Logger
  /** Returns the reply of a refused sign-in. The password is checked again for each message. */
  signIn(password: string, address: string): Promise<SmtpReply | undefined>
  /** Returns the reply when nothing can be sent to this address. */
  refuseRecipient(address: string): SmtpReply | undefined
  /** Resolves when the message is committed. */
  take(password: string, submitted: Submitted): Promise<SmtpReply>
  /** The memory budget for messages. `charge` throws when it is exhausted. */
  memory: { open(owner: string): { charge(received: number): void; release(): void } }
  /** Called for each reply to a message or a sign-in. */
  replied?(code: number): void
  maxMessageSize: number
  maxRecipients: number
  maxConnections?: number
  connectionsPerAddress?: number
  timing?: Partial<SubmissionTiming>
}

export type Certificate = Required<Pick<SecureContextOptions, 'key' | 'cert'>>

type SubmissionTiming = {
  /** Without any input. */
  idleMs: number
  /** From the first byte to the sign-in. */
  signInMs: number
  /** From one message to the end of the next. */
  messageMs: number
}

export type SubmissionListener = AsyncDisposable & {
  port: number
  connections(): number
  renew(certificate: Certificate): void
}

const defaultTiming: SubmissionTiming = { idleMs: 60_000, signInMs: 60_000, messageMs: 600_000 }
/** Each takes about 40 KB besides its message. */
const defaultMaxConnections = 500
const defaultPerAddress = 200
/** A refused connection keeps its socket until it has read the reply, for at most 5 s. Above this limit sockets are closed at once. */
const maxSockets = 2_000
const maxFailures = 3

/** Commands that no mail program needs. */
const disabledCommands = ['WIZ', 'SHELL', 'KILL', 'VRFY', 'XCLIENT', 'XFORWARD']

class Reply extends Error {
  readonly responseCode: number
  constructor({ code, text }: SmtpReply) {
    super(text)
    this.responseCode = code
  }
}

const say = (code: number, text: string): Reply => new Reply({ code, text })
const tooMany = () => say(421, '4.7.0 Too many connections from this address')
const notNow = () => say(451, '4.3.0 Not now, please try again later')
const inClear = () => say(530, '5.7.0 Start TLS, then sign in with an API key as the password')

export async function listenForSubmissions(options: SubmissionOptions): Promise<SubmissionListener> {
  const { log, replied, connectionsPerAddress = defaultPerAddress } = options
  const timing = { ...defaultTiming, ...options.timing }
  // Messages are limited per API key by `take`.
  const unlimited = { messagesPerMinute: Number.POSITIVE_INFINITY, mailboxesPerMinute: Number.POSITIVE_INFINITY }
  const gate = openGate({ connectionsPerAddress, ...unlimited }, () => 0)
  const timers = new Map<string, NodeJS.Timeout>()
  const failures = new WeakMap<SMTPServerSession, number>()

  function closeAfter(session: SMTPServerSession, ms: number): void {
    clearTimeout(timers.get(session.id))
    timers.set(session.id, setTimeout(() => hangUp(server, session), ms).unref())
  }

  function enableAuth(session: SMTPServerSession): void {
    session.disabledCommands =
      session.secure || isLoopback(session.remoteAddress) ? disabledCommands : [...disabledCommands, 'AUTH']
  }

  async function signIn(password: string, session: SMTPServerSession): Promise<Reply | undefined> {
    if (!session.secure && !isLoopback(session.remoteAddress)) return inClear()
    const refused = await options.signIn(password, session.remoteAddress)
    replied?.(refused?.code ?? 235)
    if (!refused) return void closeAfter(session, timing.messageMs)
    const count = (failures.get(session) ?? 0) + 1
    failures.set(session, count)
    return count < maxFailures ? new Reply(refused) : say(421, refused.text)
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<SmtpReply> {
    const lease = options.memory.open(session.remoteAddress)
    try {
      const lines = lineCheck()
      const message = await collect(stream, options.maxMessageSize, ({ octets, received }) => {
        lease.charge(received)
        lines.feed(octets)
      })
      if (!message) return { code: 552, text: '5.3.4 The message is too large' }
      const fault = lines.fault()
      if (fault) return faultReplies[fault]
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const requiresTls = session.envelope.requireTLS ?? false
      // `as`: set by `onAuth`.
      return await options.take(session.user as string, { recipients, requiresTls, message })
    } finally {
      lease.release()
      closeAfter(session, timing.messageMs)
    }
  }

  const server: SMTPServer = new SMTPServer({
    ...serverOptions(options),
    socketTimeout: timing.idleMs,
    onConnect(session, done) {
      if (!gate.enter(session.id, session.remoteAddress)) return done(tooMany())
      closeAfter(session, timing.signInMs)
      enableAuth(session)
      done()
    },
    onSecure(_socket, session, done) {
      enableAuth(session)
      done()
    },
    onClose({ id }) {
      clearTimeout(timers.get(id))
      timers.delete(id)
      gate.leave(id)
    },
    onAuth({ password }, session, done) {
      signIn(password ?? '', session).then(
        refused => (refused ? done(refused) : done(null, { user: password })),
        error => {
          log.error({ err: error }, 'signing in a mail program failed')
          done(notNow())
        },
      )
    },
    // Deferred: calling back synchronously makes the library lose the end of a pipelined message.
    onMailFrom: (_address, session, done) => process.nextTick(done, session.user ? null : inClear()),
    onRcptTo({ address }, _session, done) {
      const refused = options.refuseRecipient(address)
      done(refused ? new Reply(refused) : null)
    },
    onData(stream, session, done) {
      receive(stream, session).then(
        reply => {
          replied?.(reply.code)
          if (reply.code < 300) done(null, reply.text)
          else done(new Reply(reply))
        },
        error => {
          replied?.(451)
          if (error instanceof EndlessDots) return hangUp(server, session)
          if (!hungUp(error)) log.error({ err: error }, 'a submitted message could not be accepted')
          done(notNow())
        },
      )
    },
  })
  server.on('error', err => log.debug({ err }, 'a connection of a mail program broke'))
  server.server.maxConnections = maxSockets

  server.listen(options.port, options.host)
  await once(server.server, 'listening')
  // `as`: it listens on a port.
  const bound = server.server.address() as AddressInfo
  return {
    port: bound.port,
    connections: () => server.connections.size,
    renew: certificate => server.updateSecureContext(certificate),
    [Symbol.asyncDispose]: () => new Promise(resolve => server.close(resolve)),
  }
}

/** How the library is set up. */
const serverOptions = (options: SubmissionOptions): SMTPServerOptions => ({
  ...options.certificate,
  secure: options.isTls,
  minVersion: 'TLSv1.2',
  name: options.hostname,
  logger: false,
  authMethods: ['PLAIN', 'LOGIN'],
  // AUTH is enabled per connection.
  allowInsecureAuth: true,
  authRequiredMessage: '5.7.0 Sign in with an API key as the password',
  disabledCommands,
  disableReverseLookup: true,
  // The library has one RFC 3463 status per code; ours are part of the text.
  hideENHANCEDSTATUSCODES: true,
  // Accepted but ignored: results are reported as events, not by mail.
  hideDSN: false,
  hideREQUIRETLS: false,
  size: options.maxMessageSize,
  rejectOversized: true,
  maxRecipients: options.maxRecipients,
  maxClients: options.maxConnections ?? defaultMaxConnections,
  maxCommandLength: 2_048,
  closeTimeout: 5_000,
})

const faultReplies: Record<LineFault, SmtpReply> = {
  'bare line end': {
    code: 550,
    text: '5.5.2 Lines must end in CRLF: a CR or LF by itself is refused (RFC 5321, 2.3.8)',
  },
  NUL: { code: 550, text: '5.6.0 The message contains a NUL octet (RFC 2045, 2.8): encode that part as base64' },
  'long line': {
    code: 550,
    text: '5.6.0 A line has more than 998 octets (RFC 5322, 2.1.1): encode that part as quoted-printable or base64',
  },
}

const hungUp = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNECTION'

function hangUp(server: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of server.connections) {
    if (connection.id === id) connection.send(421, '4.4.2 This has taken too long')
  }
}
