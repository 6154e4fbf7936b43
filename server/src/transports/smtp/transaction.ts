/** One message on one connection: which reply is due next, and the replies so far. The final dot is sent at most once. */
import type { PeerFailure } from './peer-failure.ts'
import { MalformedReply, type Reply } from './replies/reply.ts'

export type Due = 'mail' | 'rcpt' | 'data' | 'body' | 'dot' | 'nothing'

export class Transaction {
  readonly rcpt: Reply[] = []
  mail: Reply | null = null
  data: Reply | null = null
  dot: Reply | null = null
  /** Once it is true, the peer may have the message, whatever it replies. */
  dotSent = false
  /** The peer accepts no message of this size. */
  oversized = false
  /** The failure that ended it early. */
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
    return this.dotSent ? 'dot' : 'body'
  }

  take(reply: Reply): void {
    const due = this.due
    if (due === 'nothing') throw new MalformedReply(`Unexpected reply: ${reply.text}`)
    if (!fits(due, reply.code)) throw new MalformedReply(`Invalid reply to ${due}: ${reply.text}`)
    if (due === 'mail') this.mail = reply
    else if (due === 'rcpt') this.rcpt.push(reply)
    else if (due === 'data') this.data = reply
    else this.dot = reply
  }

  /** True when the sender or every recipient was rejected. */
  get hasNoRecipients(): boolean {
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
