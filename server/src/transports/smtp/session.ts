/**
 * A connection that speaks SMTP. nodemailer speaks; we read along, because it believes any line that starts with the right
 * digit, waits for silence only, and keeps whatever a peer sends. Whatever fails, fails the session: it is never half alive.
 */
import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { connectSocket, showTarget, type Target } from './connect.ts'
import { HeldMessage } from './held-message.ts'
import { PeerFailure, type PeerStage } from './peer-failure.ts'
import { MalformedReply, type Reply, ReplyReader } from './replies/reply.ts'
import { connectionOptions, type SessionOptions } from './session-options.ts'
import { timeFor } from './timeouts.ts'
import { Transaction } from './transaction.ts'

export type Envelope = Readonly<{ returnPath: string; recipients: readonly string[]; message: Buffer }>

export async function openSession(target: Target, options: SessionOptions): Promise<Session> {
  const socket = await connectSocket(target, options.tls, options.timeouts.connect)
  const session = new Session(socket, target, options)
  await session.setUp()
  return session
}

export class Session {
  readonly host: string
  /** Called once, when the session can no longer be used. */
  onEnd: () => void = () => {}
  /** Resolves when the connection is closed: until then the peer counts it. */
  readonly closed: Promise<void>
  messages = 0
  /** The protocol, undefined in clear. */
  tls: string | undefined
  readonly #options: SessionOptions
  readonly #smtp: SMTPConnection
  readonly #socket: Socket
  #listening: Socket
  #reader = new ReplyReader()
  #onReply: (reply: Reply) => void = reply => this.#takeSetUpReply(reply)
  #onFailure: (failure: unknown) => void = () => {}
  #failure: PeerFailure | null = null
  #stage: PeerStage = 'greeting'
  #lastReply: Reply | null = null
  #bytesBeforeReply = -1
  #needsReset = false
  #deadline = 0
  #timer: NodeJS.Timeout | undefined

  constructor(socket: Socket, target: Target, options: SessionOptions) {
    this.host = showTarget(target)
    this.#socket = socket
    this.#listening = socket
    this.#options = options
    this.#smtp = new SMTPConnection(connectionOptions(socket, target, options))
    this.#smtp.on('error', (error: Error & { response?: string; code?: string }) => {
      if (error.code === 'ETLS' || this.#smtp.upgrading) this.#stage = 'tls'
      this.#fail(error.message, this.#refusalIn(error))
    })
    this.#smtp.on('end', () => this.#fail(`${this.host} closed the connection`))
    this.closed = new Promise(resolve => socket.once('close', () => resolve()))
    this.#listen(socket)
  }

  /** That of the peer; none in clear. */
  get certificate(): X509Certificate | undefined {
    return chainOf(this.#listening)[0]
  }

  get usable(): boolean {
    return this.#failure === null
  }

  async setUp(): Promise<void> {
    const { credentials, tls, timeouts } = this.#options
    this.#startClock()
    this.#allow(timeouts.reply)
    await this.#until(done => this.#smtp.connect(done))
    if (tls.accepts && !tls.accepts(chainOf(this.#listening))) {
      this.#stage = 'tls'
      throw this.#fail(`${this.host} has a certificate that nobody vouches for`)
    }
    if (credentials) {
      this.#stage = 'auth'
      if (!this.#smtp.secure && tls.kind !== 'off') {
        throw this.#fail(`${this.host} offers no TLS, so the credentials were not sent`)
      }
      await this.#until(done => this.#smtp.login({ ...credentials }, done))
    }
    if (this.#listening instanceof TLSSocket) this.tls = this.#listening.getProtocol() ?? undefined
    this.#rest()
  }

  /** Fails with what beforeFinalDot fails with; everything else is in the transaction. */
  async transact(envelope: Envelope, beforeFinalDot: () => Promise<void>): Promise<Transaction> {
    const transaction = new Transaction(envelope.recipients.length)
    this.#startClock()
    this.#stage = 'message'
    try {
      if (this.#needsReset) await this.#reset()
      await this.#send(transaction, envelope, beforeFinalDot)
    } catch (error) {
      if (!(error instanceof PeerFailure)) throw error
      transaction.failure = error
    }
    this.messages++
    this.#needsReset = transaction.mail !== null && transaction.dot === null
    if (transaction.dot && !transaction.dotLeft) this.#fail('The peer gave its verdict before the message was complete')
    this.#rest()
    return transaction
  }

  /** Closes an idle session after this time; when it is used again before, nothing happens. */
  closeAfter(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.quit(), milliseconds)
  }

  quit(): void {
    if (this.#failure) return
    this.#end(new PeerFailure(this.#stage, 'The session was over'))
    this.#smtp.quit()
    const socket = this.#socket
    setTimeout(() => socket.destroy(), politeness).unref()
  }

  #send(transaction: Transaction, envelope: Envelope, beforeFinalDot: () => Promise<void>): Promise<void> {
    const { returnPath, recipients, message } = envelope
    const { timeouts } = this.#options
    const abandon = (error: unknown) => {
      const onFailure = this.#onFailure
      this.#onFailure = () => {}
      this.#fail('The message was held back')
      onFailure(error)
    }
    const held = new HeldMessage(message, {
      onBlock: () => this.#allow(timeouts.dataBlock),
      onWritten: () => clearTimeout(this.#timer),
      isOver: () => this.#failure !== null || transaction.dot !== null,
      beforeEnd: beforeFinalDot,
      onEnd: () => {
        transaction.dotLeft = true
        this.#allow(timeouts.finalDot)
      },
      onRefused: abandon,
    })
    this.#onReply = reply => {
      transaction.take(reply)
      this.#allow(timeFor(transaction.due, timeouts))
    }
    this.#allow(timeouts.reply)
    return this.#until(done =>
      this.#smtp.send({ from: returnPath, to: [...recipients], size: message.length }, held, error => {
        if (error?.code === 'EMESSAGE' && !transaction.mail) transaction.oversized = true
        // A reply that says no is part of the transaction, and the session goes on.
        done(null)
      }),
    )
  }

  async #reset(): Promise<void> {
    this.#onReply = () => {}
    this.#allow(this.#options.timeouts.reply)
    await this.#until(done => this.#smtp.reset(done))
  }

  /** Settles with what nodemailer calls back, or with what ends the session before. */
  #until(
    start: (done: (error?: { message: string; response?: string | undefined } | null) => void) => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onFailure = reject
      if (this.#failure) return reject(this.#failure)
      start(error => {
        if (error) this.#fail(error.message, this.#refusalIn(error))
        else resolve()
      })
    })
  }

  #listen(socket: Socket): void {
    this.#listening = socket
    socket.on('data', (chunk: Buffer) => {
      if (this.#failure) return
      try {
        for (const reply of this.#reader.read(chunk)) this.#onReply(reply)
        if (this.#reader.malformed) throw this.#reader.malformed
      } catch (error) {
        if (!(error instanceof MalformedReply)) throw error
        this.#failUnlessUpgraded(socket, error)
      }
    })
  }

  /** Peers speak when they are spoken to: between two replies something must have been written. */
  #takeSetUpReply(reply: Reply): void {
    const written = this.#listening.bytesWritten
    const isAsked = written !== this.#bytesBeforeReply
    this.#bytesBeforeReply = written
    this.#lastReply = reply
    if (this.#stage === 'greeting') this.#stage = 'ehlo'
    this.#allow(this.#options.timeouts.reply)
    process.nextTick(() => this.#followUpgrade())
    if (!isAsked || this.#reader.isMidReply) throw new MalformedReply(`More than a reply: ${reply.text}`)
  }

  /** nodemailer, which reads after us, may be about to start TLS: what came in clear behind the 220 is then no reply. */
  #failUnlessUpgraded(socket: Socket, error: MalformedReply): void {
    const fail = () => this.#fail(error.message, { malformed: true })
    if (this.#stage !== 'ehlo') fail()
    else
      process.nextTick(() => {
        this.#followUpgrade()
        if (socket === this.#listening) fail()
      })
  }

  #followUpgrade(): void {
    const current = this.#smtp._socket
    if (!current || current === this.#listening || this.#failure) return
    this.#reader = new ReplyReader()
    this.#bytesBeforeReply = -1
    this.#listen(current)
  }

  #refusalIn(error: { response?: string | undefined }): { reply: Reply | null } {
    const reply = this.#lastReply
    return { reply: error.response && reply && reply.code >= 400 ? reply : null }
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#onReply = () => {}
    this.#onFailure = () => {}
  }

  #startClock(): void {
    this.#deadline = performance.now() + this.#options.timeouts.session
  }

  #allow(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (this.#failure) return
    const left = this.#deadline - performance.now()
    this.#timer = setTimeout(() => this.#fail(`${this.host} took too long`), Math.max(0, Math.min(milliseconds, left)))
  }

  #fail(message: string, about: { reply?: Reply | null; malformed?: boolean } = {}): PeerFailure {
    if (this.#failure) return this.#failure
    const stage = this.#smtp.upgrading ? 'tls' : this.#stage
    const failure = new PeerFailure(stage, message, { ...about, host: this.host })
    this.#end(failure)
    this.#listening.destroy()
    this.#socket.destroy()
    this.#smtp.close()
    return failure
  }

  #end(failure: PeerFailure): void {
    this.#failure = failure
    clearTimeout(this.#timer)
    this.#onFailure(failure)
    this.onEnd()
  }
}

/** The certificate of the peer and those above it that it has sent; none in clear. */
function chainOf(socket: Socket): X509Certificate[] {
  const chain: X509Certificate[] = []
  let next = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  while (next && chain.length < longestChain && !chain.some(one => one.fingerprint256 === next?.fingerprint256)) {
    chain.push(next)
    next = next.issuerCertificate
  }
  return chain
}

const longestChain = 10

/** How long we wait for a goodbye. */
const politeness = 5_000
