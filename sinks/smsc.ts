/** An SMSC on a real socket that keeps what it receives, for tests and benches, and misbehaves as scripted (smsc-script.ts). */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { type Bind, SmscConnection, type SmscRules } from './smsc-connection.ts'
import { type Deliverable, type InboundText, inboundTexts, type ReceiptForm, receiptFor } from './smsc-delivery.ts'
import type { SubmittedMessage } from './smsc-message.ts'
import { commands } from './smsc-pdu.ts'
import { type SmscAct, type SmscScript, SmscScripts } from './smsc-script.ts'
import { smtpCertificate } from './smtp-certificate.ts'

export type SmscOptions = {
  port?: number
  host?: string
  tls?: boolean
  /** The credentials for a bind; any are accepted when left out. */
  credentials?: { systemId: string; password: string }
  /** The status of the answer to a bind, after the credentials were checked. */
  onBind?: (bind: Bind) => number
  script?: SmscScript
  /** `none`: no receipts. `both` when left out. */
  receipts?: ReceiptForm | 'none'
  receiptDelayMs?: number
  /** The form of message ids in answers and in receipts. `decimal` in both when left out. */
  ids?: 'decimal' | 'hex-decimal'
  /** The limit of unanswered submissions; more are refused with ESME_RTHROTTLED. */
  window?: number
  answerDelayMs?: number
  /** False: does not answer enquire_link. */
  answersEnquiries?: boolean
  /** Unconfirmed messages are delivered again after this time. */
  redeliverAfterMs?: number
  /** False: only counts, which needs no memory. */
  keep?: boolean
}

export type Smsc = AsyncDisposable & {
  readonly port: number
  /** With the credentials, if there are any. */
  readonly url: string
  /** The messages that it took, in the order of arrival, copies included. */
  readonly messages: readonly SubmittedMessage[]
  /** How many messages it took, kept or not. */
  readonly received: number
  /** Each attempt to bind. */
  readonly binds: readonly Bind[]
  readonly connections: { readonly now: number; readonly total: number }
  /** The most unanswered submissions of one connection. */
  readonly maxUnanswered: number
  readonly enquiries: number
  readonly receipts: { readonly sent: number; readonly confirmed: number }
  /** How often each message was taken, by its key. */
  copies(): Map<string, number>
  /** Resolves when this many messages have arrived. */
  waitFor(count: number): Promise<readonly SubmittedMessage[]>
  /** Resolves with the statuses of the answers, one for each piece; undefined where the connection ended before. */
  sendInbound(inbound: InboundText): Promise<(number | undefined)[]>
  /** Delivers anything, once. */
  deliver(delivery: Deliverable): Promise<number | undefined>
  /** Sends octets as they are to every client. */
  sendRaw(octets: Buffer): void
  /** Sends enquire_link to every client; resolves with the statuses of the answers. */
  enquire(): Promise<(number | undefined)[]>
  unbindAll(): Promise<void>
  resetAll(): void
}

const invalidPassword = 0x0e
const invalidSystemId = 0x0f

export async function startSmsc(options: SmscOptions = {}): Promise<Smsc> {
  const smsc = new SmscServer(options)
  await smsc.listen()
  return smsc
}

class SmscServer implements Smsc {
  readonly messages: SubmittedMessage[] = []
  readonly binds: Bind[] = []
  readonly connections = { now: 0, total: 0 }
  readonly receipts = { sent: 0, confirmed: 0 }
  port = 0
  received = 0
  enquiries = 0
  maxUnanswered = 0
  readonly #options: SmscOptions
  readonly #scripts: SmscScripts
  readonly #open = new Set<SmscConnection>()
  readonly #whenReceived = new Set<() => void>()
  readonly #whenBound = new Set<() => void>()
  readonly #rules: SmscRules
  readonly #server
  #isClosed = false

  constructor(options: SmscOptions) {
    this.#options = options
    this.#scripts = new SmscScripts(options.script)
    const accept = (socket: Socket) => this.#accept(socket)
    this.#server = options.tls ? createTlsServer(smtpCertificate, accept) : createServer({ noDelay: true }, accept)
    this.#server.on('tlsClientError', () => {})
    this.#rules = {
      admit: bind => this.#admit(bind),
      onBound: () => this.#tell(this.#whenBound),
      actFor: message => this.#scripts.actFor(message),
      keep: message => this.#keep(message),
      sendReceipts: (message, act) => this.#sendReceipts(message, act),
      window: options.window ?? Number.POSITIVE_INFINITY,
      answerDelayMs: options.answerDelayMs ?? 0,
      answersEnquiries: options.answersEnquiries ?? true,
      onEnquiry: () => this.enquiries++,
    }
  }

  async listen(): Promise<void> {
    const { port = 0, host = '127.0.0.1' } = this.#options
    this.#server.listen(port, host)
    await once(this.#server, 'listening')
    // A server that listens on a TCP port has an address with a port.
    this.port = (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    const { tls, host = '127.0.0.1', credentials = { systemId: 'anyone', password: 'anything' } } = this.#options
    return `${tls ? 'ssmpp' : 'smpp'}://${credentials.systemId}:${credentials.password}@${host}:${this.port}`
  }

  copies(): Map<string, number> {
    const copies = new Map<string, number>()
    for (const { key } of this.messages) copies.set(key, 1 + (copies.get(key) ?? 0))
    return copies
  }

  async waitFor(count: number): Promise<readonly SubmittedMessage[]> {
    while (this.received < count) await new Promise<void>(resolve => this.#whenReceived.add(resolve))
    return this.messages
  }

  sendInbound(inbound: InboundText): Promise<(number | undefined)[]> {
    return Promise.all(inboundTexts(inbound).map(delivery => this.deliver(delivery)))
  }

  async deliver(delivery: Deliverable): Promise<number | undefined> {
    for (;;) {
      const receiver = [...this.#open].find(connection => connection.receives)
      if (receiver) return receiver.deliver(delivery)
      await new Promise<void>(resolve => this.#whenBound.add(resolve))
    }
  }

  sendRaw(octets: Buffer): void {
    for (const connection of this.#open) connection.write(octets)
  }

  enquire(): Promise<(number | undefined)[]> {
    return Promise.all([...this.#open].map(connection => connection.request(commands.enquireLink)))
  }

  async unbindAll(): Promise<void> {
    await Promise.all([...this.#open].map(connection => connection.request(commands.unbind)))
    for (const connection of this.#open) connection.close()
  }

  resetAll(): void {
    for (const connection of this.#open) connection.reset()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.resetAll()
    await new Promise(resolve => this.#server.close(resolve))
  }

  #accept(socket: Socket): void {
    this.connections.now++
    const connection = new SmscConnection(socket, ++this.connections.total, this.#rules)
    this.#open.add(connection)
    socket.once('close', () => {
      this.connections.now--
      this.#open.delete(connection)
    })
  }

  #admit(bind: Bind): number {
    const { credentials, onBind } = this.#options
    this.binds.push(bind)
    if (credentials && credentials.systemId !== bind.systemId) return invalidSystemId
    if (credentials && credentials.password !== bind.password) return invalidPassword
    return onBind?.(bind) ?? 0
  }

  #keep(message: SubmittedMessage): string {
    this.received++
    if (this.#options.keep ?? true) this.messages.push(message)
    for (const { maxUnanswered } of this.#open) this.maxUnanswered = Math.max(this.maxUnanswered, maxUnanswered)
    this.#tell(this.#whenReceived)
    // Far from the decimals of the same number, so that one form is never mistaken for the other.
    const number = 0xabc_0000 + this.received
    return this.#options.ids === 'hex-decimal' ? number.toString(16).toUpperCase() : String(number)
  }

  #sendReceipts(message: SubmittedMessage, act: SmscAct | undefined): void {
    const { receipts: form = 'both', receiptDelayMs = 0, ids } = this.#options
    if (form === 'none' || message.registeredDelivery === 0) return
    const name = ids === 'hex-decimal' ? String(Number.parseInt(message.id, 16)) : message.id
    for (const state of act?.receipts ?? (['DELIVRD'] as const)) {
      const receipt = receiptFor(message, { id: act?.receiptId ?? name, state, form, now: new Date() })
      if (receiptDelayMs > 0) setTimeout(() => void this.#deliverUntilConfirmed(receipt), receiptDelayMs).unref()
      else void this.#deliverUntilConfirmed(receipt)
    }
  }

  async #deliverUntilConfirmed(receipt: Deliverable): Promise<void> {
    while (!this.#isClosed) {
      this.receipts.sent++
      if ((await this.deliver(receipt)) === 0) {
        this.receipts.confirmed++
        return
      }
      await new Promise(resolve => setTimeout(resolve, this.#options.redeliverAfterMs ?? 500).unref())
    }
  }

  #tell(listeners: Set<() => void>): void {
    for (const tell of listeners) tell()
    listeners.clear()
  }
}
