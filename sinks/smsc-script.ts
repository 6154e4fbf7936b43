/** How an SMSC misbehaves: what it does with a submission instead of taking and answering it. */
import type { SubmittedMessage } from './smsc-message.ts'

export type ReceiptState = 'ENROUTE' | 'ACCEPTD' | 'DELIVRD' | 'EXPIRED' | 'DELETED' | 'UNDELIV' | 'REJECTD' | 'UNKNOWN'

export type SmscAct = Readonly<{
  /** Refuses it with this status instead of taking it. */
  status?: number
  /** Does all this only to so many submissions to the same number; the next ones are treated as usual. */
  times?: number
  /** Takes it (or refuses it) and does not say so. */
  silent?: boolean
  /** Answers so much later. */
  delayMs?: number
  /** Ends the connection instead of answering, `before` or after it has taken the message. */
  hangUp?: 'close-before' | 'reset-before' | 'close-after' | 'reset-after'
  /** Answers with these octets instead. */
  garbage?: Buffer
  /** Says goodbye after the answer. */
  unbind?: boolean
  /** The receipts that follow, in their order; none when empty. One that says DELIVRD when left out. */
  receipts?: readonly ReceiptState[]
  /** Sends the receipts before the answer. */
  receiptsFirst?: boolean
  /** Sends the receipts under a name that was never given. */
  receiptId?: string
}>

/** By the number it goes to, without the plus, or by whatever a function says. */
export type SmscScript = Readonly<Record<string, SmscAct>> | ((message: SubmittedMessage) => SmscAct | undefined)

/** Remembers how often a number was there, for acts that end by themselves. */
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
