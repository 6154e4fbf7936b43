/** What makes two requests the same one: the key they carry, and that they ask for the same thing. */
export type Idempotency = { operation: string; key: string; requestHash: Buffer }

/** The stored answer to an earlier request with the same key. */
export class Replayed<Reply> {
  readonly reply: Reply
  constructor(reply: Reply) {
    this.reply = reply
  }
}
