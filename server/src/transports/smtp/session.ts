/**
 * An SMTP client session (RFC 5321), with STARTTLS, AUTH, PIPELINING, SIZE and 8BITMIME. Every reply is checked and has a timeout. Any failure
 * ends the session: it is never half usable.
 */
import { isAscii } from 'node:buffer'
import type { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { TLSSocket, connect as tlsConnect } from 'node:tls'
import { tlsTrouble } from '../tls-trouble.ts'
import { connectSocket, serverName, showTarget, type Target } from './connect.ts'
import { PeerFailure, type PeerStage } from './peer-failure.ts'
import { type Extensions, loginOf, noExtensions, readExtensions } from './protocol/extensions.ts'
import { OnTheWire } from './protocol/on-the-wire.ts'
import { MalformedReply, type Reply, ReplyReader } from './replies/reply.ts'
import type { SessionOptions } from './session-options.ts'
import { timeFor } from './timeouts.ts'
import { Transaction } from './transaction.ts'

export type Envelope = Readonly<{ returnPath: string; recipients: readonly string[]; message: Buffer }>

export async function openSession(target: Target, options: SessionOptions): Promise<Session> {
  const socket = await connectSocket(target, options.tls, options.timeouts.connect)
  const session = new Session(socket, target, options)
  await session.setUp()
  return session
}

/** A message up to this size is written in one piece, with its final dot. */
const blockSize = 64 * 1024

export class Session {
  readonly host: string
  /** Called once, when the session becomes unusable. */
  onEnd: () => void = () => {}
  /** Resolves when the connection is closed. Until then the peer counts it. */
  readonly closed: Promise<void>
  messages = 0
  /** The TLS version; undefined in clear. */
  tls: string | undefined
  readonly #options: SessionOptions
  readonly #target: Target
  #socket: Socket
  #reader = new ReplyReader()
  #extensions: Extensions = noExtensions
  /** A reply that arrives while this is null is unexpected. */
  #onReply: ((reply: Reply) => void) | null = null
  #onFailure: (failure: unknown) => void = () => {}
  /** Called when the written data was sent, or the session has ended. */
  #onDrained: () => void = () => {}
  #failure: PeerFailure | null = null
  #stage: PeerStage = 'greeting'
  #needsReset = false
  #deadline = 0
  #timer: NodeJS.Timeout | undefined

  constructor(socket: Socket, target: Target, options: SessionOptions) {
    this.host = showTarget(target)
    this.#socket = socket
    this.#target = target
    this.#options = options
    this.closed = new Promise(resolve => socket.once('close', () => resolve()))
    this.#listen(socket)
  }

  /** The peer's certificate; undefined in clear. */
  get certificate(): X509Certificate | undefined {
    return chainOf(this.#socket)[0]
  }

  get usable(): boolean {
    return this.#failure === null
  }

  async setUp(): Promise<void> {
    const { credentials, tls } = this.#options
    this.#startDeadline()
    this.#expect(await this.#nextReply(), 220)
    await this.#sendEhlo()
    if (tls.kind === 'required' || (tls.kind === 'opportunistic' && this.#extensions.startTls)) await this.#startTls()
    if (tls.accepts && !tls.accepts(chainOf(this.#socket))) {
      this.#stage = 'tls'
      throw this.#fail(`the certificate of ${this.host} does not match`)
    }
    if (credentials) await this.#logIn(credentials)
    if (this.#socket instanceof TLSSocket) this.tls = this.#socket.getProtocol() ?? undefined
    this.#goIdle()
  }

  /** Rejects only if beforeFinalDot rejects. Every other failure is in the transaction. */
  async transact(envelope: Envelope, beforeFinalDot: () => Promise<void>): Promise<Transaction> {
    const transaction = new Transaction(envelope.recipients.length)
    this.#startDeadline()
    this.#stage = 'message'
    try {
      if (this.#needsReset) this.#expect(await this.#ask('RSET'), 250)
      const { size } = this.#extensions
      transaction.oversized = envelope.message.length > (size?.max ?? Number.POSITIVE_INFINITY)
      if (!transaction.oversized) await this.#send(transaction, envelope, beforeFinalDot)
    } catch (error) {
      if (!(error instanceof PeerFailure)) throw error
      transaction.failure = error
    }
    this.messages++
    this.#needsReset = transaction.mail !== null && transaction.dot === null
    if (transaction.dot && !transaction.dotSent) this.#fail('The peer replied before the message was complete')
    this.#goIdle()
    return transaction
  }

  /** Closes an idle session after this time, unless it is used again before. */
  closeAfter(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.quit(), milliseconds)
  }

  quit(): void {
    if (this.#failure) return
    this.#end(new PeerFailure(this.#stage, 'The session was over'))
    const socket = this.#socket
    socket.end('QUIT\r\n')
    setTimeout(() => socket.destroy(), quitTimeoutMs).unref()
  }

  async #sendEhlo(): Promise<void> {
    this.#stage = 'ehlo'
    const { hostname, credentials, tls } = this.#options
    const hello = await this.#ask(`EHLO ${hostname}`)
    const mayDoWithout = hello.code >= 500 && credentials === null && tls.kind !== 'required'
    if (mayDoWithout) this.#expect(await this.#ask(`HELO ${hostname}`), 250)
    else this.#expect(hello, 250)
    this.#extensions = mayDoWithout ? noExtensions : readExtensions(hello)
  }

  /** Discards plaintext received after the reply, because it could have been injected. */
  async #startTls(): Promise<void> {
    const { tls } = this.#options
    const reply = await this.#ask('STARTTLS', () => this.#socket.removeAllListeners('data'))
    if (reply.code !== 220) {
      this.#restartReading(this.#socket)
      if (tls.kind === 'opportunistic' && reply.code !== 421) return
      this.#stage = 'tls'
      throw this.#fail(reply.text, { reply })
    }
    this.#stage = 'tls'
    this.#startTimer(this.#options.timeouts.reply)
    const to = serverName(this.#target.host)
    const upgraded = tlsConnect({ ...to, socket: this.#socket, rejectUnauthorized: tls.checked })
    this.#restartReading(upgraded)
    await this.#unlessFailed(once(upgraded, 'secureConnect'))
    await this.#sendEhlo()
  }

  async #logIn(credentials: { user: string; pass: string }): Promise<void> {
    this.#stage = 'auth'
    if (!(this.#socket instanceof TLSSocket) && this.#options.tls.kind !== 'off')
      throw this.#fail(`${this.host} offers no TLS, so the credentials were not sent`)
    const [command, ...answers] = loginOf(credentials, this.#extensions)
    let reply = await this.#ask(command)
    for (const answer of answers) {
      this.#expect(reply, 334)
      reply = await this.#ask(answer(reply.text.slice(4)))
    }
    this.#expect(reply, 235)
  }

  /** Sends all commands at once if the peer supports pipelining, otherwise one by one. */
  #send(transaction: Transaction, envelope: Envelope, beforeFinalDot: () => Promise<void>): Promise<void> {
    const commands = commandsFor(envelope, this.#extensions)
    const { pipelining } = this.#extensions
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#onFailure = reject
    const isOver = () => this.#failure !== null || transaction.dot !== null
    const isQuick = this.messages > 0 && envelope.message.length <= blockSize
    const permission = isQuick ? requestNow(beforeFinalDot) : beforeFinalDot
    const sendBody = async () => {
      // After everything received is read: there may be an unexpected reply.
      await Promise.resolve()
      await this.#sendMessage(transaction, envelope.message, permission, isOver).catch(reject)
    }
    this.#onReply = reply => {
      transaction.take(reply)
      const { due } = transaction
      this.#startTimer(timeFor(due, this.#options.timeouts))
      if (due === 'nothing') resolve()
      else if (due === 'body' && transaction.hasNoRecipients)
        this.#fail('The peer accepted DATA after rejecting every recipient')
      else if (due === 'body') void sendBody()
      else if (pipelining || due === 'dot') return
      else if (transaction.hasNoRecipients) resolve()
      else this.#write(commands.shift() ?? '')
    }
    this.#startTimer(this.#options.timeouts.reply)
    this.#write((pipelining ? commands.splice(0) : commands.splice(0, 1)).join(''))
    if (this.#failure) reject(this.#failure)
    return promise
  }

  /** Sends the message, and its final dot once that is permitted. */
  async #sendMessage(
    transaction: Transaction,
    message: Buffer,
    permission: () => Promise<void>,
    isOver: () => boolean,
  ) {
    if (isOver()) return
    const wire = new OnTheWire()
    const last = message.length > blockSize ? await this.#writeBlocks(wire, message, isOver) : wire.encode(message)
    if (isOver()) return
    clearTimeout(this.#timer)
    try {
      await permission()
    } catch (error) {
      this.#onFailure = () => {}
      this.#fail('The final dot was not permitted')
      throw error
    }
    if (isOver()) return
    transaction.dotSent = true
    this.#startTimer(this.#options.timeouts.finalDot)
    this.#write(Buffer.concat([last, wire.end]))
  }

  /** Writes the message in blocks, at the pace of the peer. */
  async #writeBlocks(wire: OnTheWire, message: Buffer, isOver: () => boolean): Promise<Buffer> {
    for (let start = 0; start < message.length && !isOver(); start += blockSize) {
      this.#startTimer(this.#options.timeouts.dataBlock)
      const takesMore = this.#write(wire.encode(message.subarray(start, start + blockSize)))
      if (!takesMore && !isOver()) await new Promise<void>(resolve => (this.#onDrained = resolve))
    }
    return Buffer.alloc(0)
  }

  /** Sends a command and returns its reply. `atOnce` is called before anything after the reply is read. */
  #ask(command: string, atOnce?: () => void): Promise<Reply> {
    this.#write(`${command}\r\n`)
    return this.#nextReply(atOnce)
  }

  #nextReply(atOnce?: () => void): Promise<Reply> {
    this.#startTimer(this.#options.timeouts.reply)
    return this.#unlessFailed(
      new Promise(resolve => {
        this.#onReply = reply => {
          this.#onReply = null
          resolve(reply)
          if (atOnce) atOnce()
          else if (this.#reader.isMidReply) throw new MalformedReply(`Unexpected data after the reply: ${reply.text}`)
        }
      }),
    )
  }

  #unlessFailed<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      this.#onFailure = reject
      work.then(resolve, reject)
    })
  }

  #expect(reply: Reply, code: number): void {
    if (this.#failure) throw this.#failure
    if (reply.code === code) return
    if (reply.code >= 400) throw this.#fail(reply.text, { reply })
    throw this.#fail(`Unexpected reply: ${reply.text}`, { malformed: true })
  }

  #write(octets: Buffer | string): boolean {
    return this.#failure === null && this.#socket.write(octets)
  }

  #restartReading(socket: Socket): void {
    this.#reader = new ReplyReader()
    this.#listen(socket)
  }

  #listen(socket: Socket): void {
    this.#socket = socket
    socket.removeAllListeners('data')
    socket.on('data', (chunk: Buffer) => this.#read(socket, chunk)).resume()
    if (socket.listenerCount('close', this.#onClose) > 0) return
    socket.on('error', (error: Error) => this.#fail(tlsTrouble(this.host, error) ?? error.message))
    socket.on('close', this.#onClose)
    socket.on('drain', () => this.#onDrained())
  }

  readonly #onClose = () => this.#fail(`${this.host} closed the connection`)

  #read(socket: Socket, chunk: Buffer): void {
    const isActive = () => !this.#failure && socket === this.#socket && socket.listenerCount('data') > 0
    if (!isActive()) return
    try {
      for (const reply of this.#reader.read(chunk)) {
        if (!isActive()) return
        if (!this.#onReply) throw new MalformedReply(`Unexpected data after the reply: ${reply.text}`)
        this.#onReply(reply)
      }
      if (this.#reader.malformed && isActive()) throw this.#reader.malformed
    } catch (error) {
      if (!(error instanceof MalformedReply)) throw error
      this.#fail(error.message, { malformed: true })
    }
  }

  #goIdle(): void {
    clearTimeout(this.#timer)
    this.#onReply = () => {}
    this.#onFailure = () => {}
  }

  #startDeadline(): void {
    this.#deadline = performance.now() + this.#options.timeouts.session
  }

  #startTimer(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (this.#failure) return
    const left = this.#deadline - performance.now()
    this.#timer = setTimeout(() => this.#fail(`${this.host} took too long`), Math.max(0, Math.min(milliseconds, left)))
  }

  #fail(message: string, about: { reply?: Reply | null; malformed?: boolean } = {}): PeerFailure {
    if (this.#failure) return this.#failure
    const failure = new PeerFailure(this.#stage, message, { ...about, host: this.host })
    this.#end(failure)
    this.#socket.destroy()
    return failure
  }

  #end(failure: PeerFailure): void {
    this.#failure = failure
    clearTimeout(this.#timer)
    this.#onFailure(failure)
    this.#onDrained()
    this.onEnd()
  }
}

/** Our composed messages are ASCII, but submitted ones may not be (RFC 6152). Those are sent unchanged even to a peer that does not offer 8BITMIME. */
function commandsFor({ returnPath, recipients, message }: Envelope, { size, eightBit }: Extensions): string[] {
  const of8Bit = eightBit && !isAscii(message) ? ' BODY=8BITMIME' : ''
  const ofSize = size ? ` SIZE=${message.length}` : ''
  const mail = `MAIL FROM:<${returnPath}>${of8Bit}${ofSize}\r\n`
  return [mail, ...recipients.map(address => `RCPT TO:<${address}>\r\n`), 'DATA\r\n']
}

/**
 * Requests permission for the final dot while the peer processes the envelope. Granting it writes to disk, and would otherwise cost time afterwards.
 * Only if the dot follows in a moment, so for a small message to a peer that has accepted one before: if this process ended in between, nobody
 * could know that the dot was not sent.
 */
function requestNow(beforeFinalDot: () => Promise<void>): () => Promise<void> {
  const permission = beforeFinalDot()
  // A rejection is seen when the final dot is due. If the peer rejects the message first, it does not matter.
  permission.catch(() => {})
  return () => permission
}

/** The certificate chain that the peer has sent; empty in clear. */
function chainOf(socket: Socket): X509Certificate[] {
  const chain: X509Certificate[] = []
  let next = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  while (next && chain.length < maxChain && !chain.some(one => one.fingerprint256 === next?.fingerprint256)) {
    chain.push(next)
    next = next.issuerCertificate
  }
  return chain
}

const maxChain = 10

/** How long we wait for the reply to QUIT. */
const quitTimeoutMs = 5_000
