/** One connection to the SMSC. */
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Deliverable } from './smsc-delivery.ts'
import { SubmittedMessage } from './smsc-message.ts'
import { commands, type RawPdu, readBind, readPdus, responseBit, word, writeMessage, writePdu } from './smsc-pdu.ts'
import type { SmscAct } from './smsc-script.ts'

export type Bind = ReturnType<typeof readBind> & {
  connection: number
  mode: 'transceiver' | 'transmitter' | 'receiver'
}

/** What the connection needs from the SMSC. */
export type SmscRules = {
  /** The status of the answer. */
  admit(bind: Bind): number
  onBound(connection: SmscConnection): void
  actFor(message: SubmittedMessage): SmscAct | undefined
  /** Keeps the message and gives it a name. */
  keep(message: SubmittedMessage): string
  sendReceipts(message: SubmittedMessage, act: SmscAct | undefined): void
  /** The limit of unanswered submissions; more are refused. */
  readonly window: number
  readonly answerDelayMs: number
  /** False: does not answer enquire_link. */
  readonly answersEnquiries: boolean
  readonly onEnquiry: () => void
}

const throttled = 0x58
const invalidBindStatus = 0x04
const unknownCommand = 0x03
const modes: Readonly<Record<number, Bind['mode']>> = {
  [commands.bindReceiver]: 'receiver',
  [commands.bindTransmitter]: 'transmitter',
  [commands.bindTransceiver]: 'transceiver',
}

export class SmscConnection {
  readonly number: number
  bind: Bind | null = null
  /** Unanswered submissions. */
  unanswered = 0
  maxUnanswered = 0
  readonly #socket: Socket
  readonly #rules: SmscRules
  readonly #deliveries = new Map<number, (status: number | undefined) => void>()
  #input: Buffer = Buffer.alloc(0)
  #sequence = 0

  constructor(socket: Socket, number: number, rules: SmscRules) {
    this.number = number
    this.#socket = socket
    this.#rules = rules
    socket.on('error', () => {})
    socket.on('data', chunk => this.#hear(chunk))
    socket.on('close', () => this.#forget())
  }

  get receives(): boolean {
    return this.bind !== null && this.bind.mode !== 'transmitter' && this.#socket.writable
  }

  /** The status of its answer; undefined when the connection ended before. */
  deliver(message: Deliverable): Promise<number | undefined> {
    return this.request(commands.deliverSm, writeMessage({ ...message, registeredDelivery: 0 }))
  }

  request(command: number, body: readonly Buffer[] = []): Promise<number | undefined> {
    const sequence = ++this.#sequence
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    this.#deliveries.set(sequence, resolve)
    this.write(writePdu(command, 0, sequence, body))
    return promise
  }

  write(octets: Buffer): void {
    if (this.#socket.writable) this.#socket.write(octets)
  }

  reset(): void {
    // Under TLS there is no socket of ours to reset.
    if (this.#socket instanceof TLSSocket) this.#socket.destroy()
    else this.#socket.resetAndDestroy()
  }

  close(): void {
    this.#socket.end()
  }

  #hear(chunk: Buffer): void {
    const octets = this.#input.length === 0 ? chunk : Buffer.concat([this.#input, chunk])
    this.#socket.cork()
    this.#input = readPdus(octets, pdu => this.#take(pdu))
    this.#socket.uncork()
  }

  #take(pdu: RawPdu): void {
    const mode = modes[pdu.command]
    if (pdu.command >= responseBit) this.#takeAnswer(pdu)
    else if (mode) this.#takeBind(pdu, mode)
    else if (pdu.command === commands.submitSm) this.#takeSubmit(pdu)
    else if (pdu.command === commands.enquireLink) this.#takeEnquiry(pdu)
    else if (pdu.command === commands.unbind) this.#takeUnbind(pdu)
    else this.write(writePdu(commands.genericNack, unknownCommand, pdu.sequence))
  }

  #takeAnswer({ sequence, status }: RawPdu): void {
    this.#deliveries.get(sequence)?.(status)
    this.#deliveries.delete(sequence)
  }

  #takeBind(pdu: RawPdu, mode: Bind['mode']): void {
    const bind = { ...readBind(pdu.body), connection: this.number, mode }
    const status = this.#rules.admit(bind)
    this.#answer(pdu, status, status === 0 ? [word('smsc')] : [])
    if (status !== 0) return
    this.bind = bind
    this.#rules.onBound(this)
  }

  #takeEnquiry(pdu: RawPdu): void {
    this.#rules.onEnquiry()
    if (this.#rules.answersEnquiries) this.#answer(pdu, 0)
  }

  #takeUnbind(pdu: RawPdu): void {
    this.#answer(pdu, 0)
    this.bind = null
    this.close()
  }

  #takeSubmit(pdu: RawPdu): void {
    if (this.bind === null || this.bind.mode === 'receiver') this.#answer(pdu, invalidBindStatus)
    else if (this.unanswered >= this.#rules.window) this.#answer(pdu, throttled)
    else this.#considerSubmit(pdu)
  }

  #considerSubmit(pdu: RawPdu): void {
    this.maxUnanswered = Math.max(this.maxUnanswered, ++this.unanswered)
    const message = new SubmittedMessage(pdu.body, this.number)
    const act = this.#rules.actFor(message)
    const delayMs = act?.delayMs ?? this.#rules.answerDelayMs
    if (act?.hangUp === 'close-before') this.close()
    else if (act?.hangUp === 'reset-before') this.reset()
    else if (delayMs > 0) this.#dealLater(pdu, message, act, delayMs)
    else this.#deal(pdu, message, act)
  }

  #dealLater(pdu: RawPdu, message: SubmittedMessage, act: SmscAct | undefined, delayMs: number): void {
    if (!act?.status) this.#keep(message)
    setTimeout(() => this.#deal(pdu, message, act), delayMs).unref()
  }

  #deal(pdu: RawPdu, message: SubmittedMessage, act: SmscAct | undefined): void {
    if (!act?.status) this.#keep(message)
    if (act?.hangUp === 'close-after') this.close()
    else if (act?.hangUp === 'reset-after') this.reset()
    if (act?.status || act?.receiptsFirst !== true) {
      this.#answerSubmit(pdu, message, act)
      if (!act?.status) this.#rules.sendReceipts(message, act)
    } else {
      this.#rules.sendReceipts(message, act)
      this.#answerSubmit(pdu, message, act)
    }
    if (act?.unbind) void this.request(commands.unbind).then(() => this.close())
  }

  #keep(message: SubmittedMessage): void {
    if (message.id === '') message.id = this.#rules.keep(message)
  }

  #answerSubmit(pdu: RawPdu, message: SubmittedMessage, act: SmscAct | undefined): void {
    if (act?.silent || act?.hangUp) return
    this.unanswered--
    if (act?.garbage) this.write(act.garbage)
    else if (act?.status) this.#answer(pdu, act.status)
    else this.#answer(pdu, 0, [word(message.id)])
  }

  #answer({ command, sequence }: RawPdu, status: number, body: readonly Buffer[] = []): void {
    this.write(writePdu((command | responseBit) >>> 0, status, sequence, body))
  }

  #forget(): void {
    this.bind = null
    for (const resolve of this.#deliveries.values()) resolve(undefined)
    this.#deliveries.clear()
  }
}
