/** The message as nodemailer takes it. Its end, and with it the final dot, is held back until it may leave. */
import { Readable } from 'node:stream'

type Hold = Readonly<{
  onBlock(): void
  /** All but the final dot has been written. */
  onWritten(): void
  isOver(): boolean
  beforeEnd(): Promise<void>
  onEnd(): void
  /** beforeEnd has failed. */
  onRefused(error: unknown): void
}>

const blockSize = 64 * 1024

export class HeldMessage extends Readable {
  readonly #message: Buffer
  readonly #hold: Hold

  constructor(message: Buffer, hold: Hold) {
    super()
    this.#message = message
    this.#hold = hold
  }

  override _read(): void {}

  /** nodemailer calls this when the peer has said 354. Written by hand: a stream's own pipe would end it unasked. */
  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    this.#write(destination).catch(error => this.#hold.onRefused(error))
    return destination
  }

  async #write(destination: NodeJS.WritableStream): Promise<void> {
    const hold = this.#hold
    for (let start = 0; start < this.#message.length && !hold.isOver(); start += blockSize) {
      hold.onBlock()
      await write(destination, this.#message.subarray(start, start + blockSize))
    }
    if (hold.isOver()) return
    hold.onWritten()
    await hold.beforeEnd()
    if (hold.isOver()) return
    hold.onEnd()
    destination.end()
  }
}

/** Waits only when the peer does not keep up. */
function write(destination: NodeJS.WritableStream, block: Buffer): Promise<void> | undefined {
  if (destination.write(block)) return
  return new Promise(resolve => destination.once('drain', resolve))
}
