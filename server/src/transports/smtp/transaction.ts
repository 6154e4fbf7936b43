/** One message on one connection: which reply is due next, and what has been said. The final dot leaves once at most. */
import type { PeerFailure } from './peer-failure.ts'
import { MalformedReply, type Reply } from './replies/reply.ts'

export type Due = 'mail' | 'rcpt' | 'data' | 'body' | 'dot' | 'nothing'

export class Transaction {
  readonly rcpt: Reply[] = []
  mail: Reply | null = null
  data: Reply | null = null
  dot: Reply | null = null
  /** From here on the peer may have the message, whatever we hear. */
  dotLeft = false
  /** The peer has said that it takes no message of this size. */
  oversized = false
  /** What ended it before its time. */
  failure: PeerFailure | null = null
  readonly #recipients: number

  constructor(recipients: number) {
    this.#recipients = recipients
  }

  get due(): Due {
    if (!this.mail) return 'mail'
    if (this.rcpt.length < this.#recipients) return 'rcpt'
    if (!this.data) return 'data'
    if (this.dot || this.data.code !== 354) return 'nothing'
    return this.dotLeft ? 'dot' : 'body'
  }

  take(reply: Reply): void {
    const due = this.due
    if (due === 'nothing') throw new MalformedReply(`Nobody asked: ${reply.text}`)
    if (!fits(due, reply.code)) throw new MalformedReply(`No answer to ${due}: ${reply.text}`)
    if (due === 'mail') this.mail = reply
    else if (due === 'rcpt') this.rcpt.push(reply)
    else if (due === 'data') this.data = reply
    else this.dot = reply
  }

  /** The sender was refused, or every recipient: nobody is left for the message. */
  get isForNobody(): boolean {
    if (this.mail && !isPositive(this.mail)) return true
    return this.rcpt.length === this.#recipients && !this.rcpt.some(isPositive)
  }
}

export const isPositive = (reply: Reply): boolean => reply.code < 300

function fits(due: Due, code: number): boolean {
  if (code >= 400) return true
  if (due === 'body') return false
  return due === 'data' ? code === 354 : code < 300
}
