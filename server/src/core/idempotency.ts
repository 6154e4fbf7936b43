/** Two requests are the same when operation, key and content match. */
export type Idempotency = { operation: string; key: string; requestHash: Buffer }

/** The stored answer to an earlier request with the same key. */
export class Replayed<Reply> {
  readonly reply: Reply
  constructor(reply: Reply) {
    this.reply = reply
  }
}
