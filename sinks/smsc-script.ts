/** How an SMSC misbehaves: what it does with a submission instead of taking and answering it. */
import type { SubmittedMessage } from './smsc-message.ts'

export type ReceiptState = 'ENROUTE' | 'ACCEPTD' | 'DELIVRD' | 'EXPIRED' | 'DELETED' | 'UNDELIV' | 'REJECTD' | 'UNKNOWN'

export type SmscAct = Readonly<{
  /** Refuses it with this status instead of taking it. */
  status?: number
  /** Applies to this many submissions to the same number; later ones are treated as usual. */
  times?: number
  /** Takes it (or refuses it) without an answer. */
  silent?: boolean
  /** Delays the answer. */
  delayMs?: number
  /** Ends the connection instead of answering, `before` or after it has taken the message. */
  hangUp?: 'close-before' | 'reset-before' | 'close-after' | 'reset-after'
  /** Answers with these octets instead. */
  garbage?: Buffer
  /** Sends unbind after the answer. */
  unbind?: boolean
  /** The receipts that follow, in order; none when empty. A DELIVRD when left out. */
  receipts?: readonly ReceiptState[]
  /** Sends the receipts before the answer. */
  receiptsFirst?: boolean
  /** Sends the receipts with a name that was never given. */
  receiptId?: string
}>

/** By the number of the recipient, without the plus, or chosen by a function. */
export type SmscScript = Readonly<Record<string, SmscAct>> | ((message: SubmittedMessage) => SmscAct | undefined)

/** Counts the submissions to a number, for acts with a limit. */
export class SmscScripts {
  readonly #script: SmscScript | undefined
  readonly #done = new Map<string, number>()

  constructor(script: SmscScript | undefined) {
    this.#script = script
  }

  actFor(message: SubmittedMessage): SmscAct | undefined {
    const script = this.#script
    const act = typeof script === 'function' ? script(message) : script?.[message.to]
    if (act?.times === undefined) return act
    const done = this.#done.get(message.to) ?? 0
    if (done >= act.times) return undefined
    this.#done.set(message.to, done + 1)
    return act
  }
}
