/**
 * A bound connection. Each request gets exactly one result: the peer's answer, a timeout, or the loss of the connection. An
 * ended session cannot be reopened.
 */
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import {
  isAboutCredentials,
  showStatus,
  statusOk,
  statusTryAgain,
  statusUnknownCommand,
  statusUnknownError,
} from './command-statuses.ts'
import { connectSocket, NotBound } from './connect.ts'
import { encodePdu, type Fields, type Pdu, PduReader, UnframablePdu } from './pdu.ts'
import type { SmppSettings } from './smpp-url.ts'
import type { Timing } from './timing.ts'

export type Answer =
  | { kind: 'answered'; status: number; messageId: string }
  /** `peerSpeaks`: the peer has sent other PDUs since. */
  | { kind: 'silent'; peerSpeaks: boolean }
  | { kind: 'lost'; why: string; written: boolean }

/** Processes a message of the peer, and returns the status to answer with. */
export type OnDelivery = (pdu: Pdu) => Promise<number>

type Unanswered = { resolve(answer: Answer): void; timer: NodeJS.Timeout; heardBefore: number }

/** More deliveries at once are deferred. Reading continues, since answers to submissions arrive on the same connection. */
const maxDeliveries = 2_000
const lastSequence = 0x7fff_ffff
/** Ten times a full window plus the answers to all deliveries: a peer that leaves more unread is not reading. */
const maxUnreadOctets = 4 * 1024 * 1024

/** Returns a bound session. Throws NotBound. */
export async function openSession(
  settings: SmppSettings,
  timing: Timing,
  onDelivery: OnDelivery,
  signal: AbortSignal,
): Promise<Session> {
  const socket = await connectSocket(settings, timing.connect, signal)
  const session = new Session(socket, timing, onDelivery)
  const abort = () => session.end('no longer wanted')
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    await session.bind(settings)
  } finally {
    signal.removeEventListener('abort', abort)
  }
  return session
}

export class Session {
  /** The TLS version, or undefined without TLS. */
  readonly tls: string | undefined
  /** Resolves with the reason. */
  readonly ended: Promise<string>
  readonly #socket: Socket
  readonly #timing: Timing
  readonly #onDelivery: OnDelivery
  readonly #silence: NodeJS.Timeout
  readonly #reader = new PduReader()
  readonly #unanswered = new Map<number, Unanswered>()
  readonly #resolveEnded: (why: string) => void
  #endedWhy: string | null = null
  #sequence = 0
  #heard = 0
  #deliveries = 0
  #isCorked = false
  #isEnquiring = false

  constructor(socket: Socket, timing: Timing, onDelivery: OnDelivery) {
    const { promise, resolve } = Promise.withResolvers<string>()
    this.ended = promise
    this.#resolveEnded = resolve
    this.#socket = socket
    this.#timing = timing
    this.#onDelivery = onDelivery
    this.tls = (socket instanceof TLSSocket && socket.getProtocol()) || undefined
    this.#silence = setTimeout(() => void this.#enquire(), timing.silence)
    socket.on('error', error => this.end(error.message))
    socket.on('close', () => this.end('closed by the peer'))
    socket.on('end', () => this.end('closed by the peer'))
    socket.on('data', chunk => this.#hear(chunk))
  }

  get isOpen(): boolean {
    return this.#endedWhy === null
  }

  async bind({ systemId, password, systemType }: SmppSettings): Promise<void> {
    const answer = await this.request('bind_transceiver', {
      system_id: systemId,
      password,
      system_type: systemType,
      interface_version: 0x34,
    })
    if (answer.kind === 'answered' && answer.status === statusOk) return
    const [why, final] = refusalOf(answer)
    this.end(why)
    throw new NotBound(why, final)
  }

  request(command: string, fields: Fields = {}, timeoutMs = this.#timing.answer): Promise<Answer> {
    if (this.#endedWhy !== null || !this.#socket.writable)
      return Promise.resolve({ kind: 'lost', why: this.#endedWhy ?? 'closed by the peer', written: false })
    const sequence = this.#nextSequence()
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const timer = setTimeout(() => this.#missAnswer(sequence), timeoutMs)
    this.#unanswered.set(sequence, { resolve, timer, heardBefore: this.#heard })
    this.#write(encodePdu(command, sequence, statusOk, fields))
    return promise
  }

  /** Sends unbind, and waits for its answer. */
  async unbind(timeoutMs: number): Promise<void> {
    await this.request('unbind', {}, timeoutMs)
    this.end('unbound')
  }

  end(why: string): void {
    if (this.#endedWhy !== null) return
    this.#endedWhy = why
    clearTimeout(this.#silence)
    // The last write may be an answer that the peer waits for, so it is flushed.
    this.#socket.end(() => this.#socket.destroy())
    setTimeout(() => this.#socket.destroy(), 1_000).unref()
    for (const { resolve, timer } of this.#unanswered.values()) {
      clearTimeout(timer)
      resolve({ kind: 'lost', why, written: true })
    }
    this.#unanswered.clear()
    this.#resolveEnded(why)
  }

  #hear(chunk: Buffer): void {
    if (this.#endedWhy !== null) return
    this.#reader.add(chunk)
    try {
      // After the end nothing can be confirmed, so no further PDU is processed.
      for (let pdu = this.#reader.next(); pdu && this.isOpen; pdu = this.#reader.next()) this.#take(pdu)
    } catch (error) {
      if (!(error instanceof UnframablePdu)) throw error
      this.end(`the peer does not speak SMPP: ${error.message}`)
    }
  }

  #take(pdu: Pdu): void {
    this.#heard++
    this.#silence.refresh()
    if (pdu.isResponse) this.#takeAnswer(pdu)
    else this.#takeRequest(pdu)
  }

  #takeRequest(pdu: Pdu): void {
    switch (pdu.command) {
      case 'deliver_sm':
      case 'data_sm':
        void this.#takeDelivery(pdu)
        break
      case 'enquire_link':
        this.#answer(pdu, statusOk)
        break
      case 'unbind':
        this.#answer(pdu, statusOk)
        this.end('unbound by the peer')
        break
      case 'alert_notification':
      case 'outbind':
        // These need no answer.
        break
      default:
        this.#write(encodePdu('generic_nack', pdu.sequence, statusUnknownCommand))
    }
  }

  #takeAnswer({ command, sequence, status: said, fields }: Pdu): void {
    const request = this.#unanswered.get(sequence)
    if (!request) return
    this.#unanswered.delete(sequence)
    clearTimeout(request.timer)
    // A generic_nack is a refusal, but some peers leave its status at zero, which would read as success.
    const status = command === 'generic_nack' && said === statusOk ? statusUnknownError : said
    request.resolve({ kind: 'answered', status, messageId: String(fields?.message_id ?? '') })
  }

  async #takeDelivery(pdu: Pdu): Promise<void> {
    if (this.#deliveries >= maxDeliveries) return this.#answer(pdu, statusTryAgain)
    this.#deliveries++
    const status = await this.#onDelivery(pdu)
    this.#deliveries--
    this.#answer(pdu, status)
  }

  #answer(request: Pdu, status: number): void {
    this.#write(encodePdu(`${request.command}_resp`, request.sequence, status))
  }

  #missAnswer(sequence: number): void {
    const request = this.#unanswered.get(sequence)
    if (!request) return
    this.#unanswered.delete(sequence)
    const peerSpeaks = this.#heard > request.heardBefore
    request.resolve({ kind: 'silent', peerSpeaks })
    // A silent peer with unanswered messages gets less time than an idle one.
    if (!peerSpeaks) void this.#enquire()
  }

  async #enquire(): Promise<void> {
    if (this.#isEnquiring) return
    this.#isEnquiring = true
    const answer = await this.request('enquire_link', {}, this.#timing.enquire)
    this.#isEnquiring = false
    if (answer.kind === 'silent' && !answer.peerSpeaks) this.end('no answer to enquire_link')
  }

  /** Everything written in one turn of the event loop leaves in one packet. */
  #write(octets: Buffer): void {
    if (!this.#socket.writable) return
    if (this.#socket.writableLength > maxUnreadOctets) {
      this.end('the peer reads nothing')
      return
    }
    if (!this.#isCorked) {
      this.#isCorked = true
      this.#socket.cork()
      setImmediate(() => {
        this.#isCorked = false
        this.#socket.uncork()
      })
    }
    this.#socket.write(octets)
  }

  #nextSequence(): number {
    this.#sequence = this.#sequence === lastSequence ? 1 : this.#sequence + 1
    return this.#sequence
  }
}

function refusalOf(answer: Answer): [why: string, final: boolean] {
  if (answer.kind === 'lost') return [answer.why, false]
  if (answer.kind === 'silent') return ['no answer to the bind', false]
  return [`Bind refused: ${showStatus(answer.status)}`, isAboutCredentials(answer.status)]
}
