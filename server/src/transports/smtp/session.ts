/**
 * A connection that speaks SMTP as a client (RFC 5321), with STARTTLS, AUTH, PIPELINING, SIZE and 8BITMIME. Whatever a peer says is checked before it
 * is believed, and has its time. Whatever fails, fails the session: it is never half alive.
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

/** What is no larger leaves in one piece, with its final dot. */
const blockSize = 64 * 1024

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
  readonly #target: Target
  #socket: Socket
  #reader = new ReplyReader()
  #extensions: Extensions = noExtensions
  /** Nobody asked for what comes while there is none. */
  #onReply: ((reply: Reply) => void) | null = null
  #onFailure: (failure: unknown) => void = () => {}
  /** The peer has taken what was written, or the session has ended. */
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

  /** That of the peer; none in clear. */
  get certificate(): X509Certificate | undefined {
    return chainOf(this.#socket)[0]
  }

  get usable(): boolean {
    return this.#failure === null
  }

  async setUp(): Promise<void> {
    const { credentials, tls } = this.#options
    this.#startClock()
    this.#expect(await this.#nextReply(), 220)
    await this.#sayHello()
    if (tls.kind === 'required' || (tls.kind === 'opportunistic' && this.#extensions.startTls)) await this.#startTls()
    if (tls.accepts && !tls.accepts(chainOf(this.#socket))) {
      this.#stage = 'tls'
      throw this.#fail(`${this.host} has a certificate that nobody vouches for`)
    }
    if (credentials) await this.#logIn(credentials)
    if (this.#socket instanceof TLSSocket) this.tls = this.#socket.getProtocol() ?? undefined
    this.#rest()
  }

  /** Fails with what beforeFinalDot fails with; everything else is in the transaction. */
  async transact(envelope: Envelope, beforeFinalDot: () => Promise<void>): Promise<Transaction> {
    const transaction = new Transaction(envelope.recipients.length)
    this.#startClock()
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
    const socket = this.#socket
    socket.end('QUIT\r\n')
    setTimeout(() => socket.destroy(), politeness).unref()
  }

  async #sayHello(): Promise<void> {
    this.#stage = 'ehlo'
    const { hostname, credentials, tls } = this.#options
    const hello = await this.#ask(`EHLO ${hostname}`)
    const mayDoWithout = hello.code >= 500 && credentials === null && tls.kind !== 'required'
    if (mayDoWithout) this.#expect(await this.#ask(`HELO ${hostname}`), 250)
    else this.#expect(hello, 250)
    this.#extensions = mayDoWithout ? noExtensions : readExtensions(hello)
  }

  /** Whatever came in clear behind the reply is thrown away: the peer cannot have said it over TLS. */
  async #startTls(): Promise<void> {
    const { tls } = this.#options
    const reply = await this.#ask('STARTTLS', () => this.#socket.removeAllListeners('data'))
    if (reply.code !== 220) {
      this.#listenAnew(this.#socket)
      if (tls.kind === 'opportunistic' && reply.code !== 421) return
      this.#stage = 'tls'
      throw this.#fail(reply.text, { reply })
    }
    this.#stage = 'tls'
    this.#allow(this.#options.timeouts.reply)
    const to = serverName(this.#target.host)
    const upgraded = tlsConnect({ ...to, socket: this.#socket, rejectUnauthorized: tls.checked })
    this.#listenAnew(upgraded)
    await this.#unlessFailed(once(upgraded, 'secureConnect'))
    await this.#sayHello()
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

  /** All commands at once where the peer takes them so, else one after the other. */
  #send(transaction: Transaction, envelope: Envelope, beforeFinalDot: () => Promise<void>): Promise<void> {
    const commands = commandsFor(envelope, this.#extensions)
    const { pipelining } = this.#extensions
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#onFailure = reject
    const isOver = () => this.#failure !== null || transaction.dot !== null
    const isQuick = this.messages > 0 && envelope.message.length <= blockSize
    const mayLeave = isQuick ? askNow(beforeFinalDot) : beforeFinalDot
    const handOver = async () => {
      // Once all that has come is read: the peer may have said too much.
      await Promise.resolve()
      await this.#hand(transaction, envelope.message, mayLeave, isOver).catch(reject)
    }
    this.#onReply = reply => {
      transaction.take(reply)
      const { due } = transaction
      this.#allow(timeFor(due, this.#options.timeouts))
      if (due === 'nothing') resolve()
      else if (due === 'body' && transaction.isForNobody) this.#fail('The peer wants a message that is for nobody')
      else if (due === 'body') void handOver()
      else if (pipelining || due === 'dot') return
      else if (transaction.isForNobody) resolve()
      else this.#write(commands.shift() ?? '')
    }
    this.#allow(this.#options.timeouts.reply)
    this.#write((pipelining ? commands.splice(0) : commands.splice(0, 1)).join(''))
    if (this.#failure) reject(this.#failure)
    return promise
  }

  /** The message, and its final dot when that may leave. */
  async #hand(transaction: Transaction, message: Buffer, mayLeave: () => Promise<void>, isOver: () => boolean) {
    if (isOver()) return
    const wire = new OnTheWire()
    const last = message.length > blockSize ? await this.#writeBlocks(wire, message, isOver) : wire.encode(message)
    if (isOver()) return
    clearTimeout(this.#timer)
    try {
      await mayLeave()
    } catch (error) {
      this.#onFailure = () => {}
      this.#fail('The message was held back')
      throw error
    }
    if (isOver()) return
    transaction.dotLeft = true
    this.#allow(this.#options.timeouts.finalDot)
    this.#write(Buffer.concat([last, wire.end]))
  }

  /** All of it, as fast as the peer takes it. */
  async #writeBlocks(wire: OnTheWire, message: Buffer, isOver: () => boolean): Promise<Buffer> {
    for (let start = 0; start < message.length && !isOver(); start += blockSize) {
      this.#allow(this.#options.timeouts.dataBlock)
      const takesMore = this.#write(wire.encode(message.subarray(start, start + blockSize)))
      if (!takesMore && !isOver()) await new Promise<void>(resolve => (this.#onDrained = resolve))
    }
    return Buffer.alloc(0)
  }

  /** The reply to a command. `atOnce` is called before anything behind the reply is read. */
  #ask(command: string, atOnce?: () => void): Promise<Reply> {
    this.#write(`${command}\r\n`)
    return this.#nextReply(atOnce)
  }

  #nextReply(atOnce?: () => void): Promise<Reply> {
    this.#allow(this.#options.timeouts.reply)
    return this.#unlessFailed(
      new Promise(resolve => {
        this.#onReply = reply => {
          this.#onReply = null
          resolve(reply)
          if (atOnce) atOnce()
          else if (this.#reader.isMidReply) throw new MalformedReply(`More than a reply: ${reply.text}`)
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
    throw this.#fail(`Not an answer: ${reply.text}`, { malformed: true })
  }

  #write(octets: Buffer | string): boolean {
    return this.#failure === null && this.#socket.write(octets)
  }

  #listenAnew(socket: Socket): void {
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
    const isHeard = () => !this.#failure && socket === this.#socket && socket.listenerCount('data') > 0
    if (!isHeard()) return
    try {
      for (const reply of this.#reader.read(chunk)) {
        if (!isHeard()) return
        if (!this.#onReply) throw new MalformedReply(`More than a reply: ${reply.text}`)
        this.#onReply(reply)
      }
      if (this.#reader.malformed && isHeard()) throw this.#reader.malformed
    } catch (error) {
      if (!(error instanceof MalformedReply)) throw error
      this.#fail(error.message, { malformed: true })
    }
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

/** What we compose is ASCII; a message that was handed to us may not be (RFC 6152). It is sent as it is to a peer that does not say that it takes such. */
function commandsFor({ returnPath, recipients, message }: Envelope, { size, eightBit }: Extensions): string[] {
  const of8Bit = eightBit && !isAscii(message) ? ' BODY=8BITMIME' : ''
  const ofSize = size ? ` SIZE=${message.length}` : ''
  const mail = `MAIL FROM:<${returnPath}>${of8Bit}${ofSize}\r\n`
  return [mail, ...recipients.map(address => `RCPT TO:<${address}>\r\n`), 'DATA\r\n']
}

/**
 * Leave for the final dot, asked for while the peer thinks about the envelope: whoever gives it writes to a disk, which would be waited for after
 * that. Only where the dot leaves in a moment, so for a small message and a peer that has taken one before: should this process end until then,
 * nobody can know that it has not left.
 */
function askNow(beforeFinalDot: () => Promise<void>): () => Promise<void> {
  const leave = beforeFinalDot()
  // Whoever sends the final dot hears of it; the peer may have refused the message before.
  leave.catch(() => {})
  return () => leave
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
