/** Replies of a peer, checked before they are believed. At most `largestReply` bytes are kept of one that does not end. */

/** `text` is all of it: the code once, then the lines one after the other; `lines` as they came, where there are several. */
export type Reply = Readonly<{ code: number; text: string; lines?: readonly string[] }>

/** What the peer said is not a reply, or not one to what it was asked. */
export class MalformedReply extends Error {}

/** RFC 5321 has 512 bytes for a line, and the longest EHLO replies seen have some 30 lines. */
const largestReply = 16 * 1024
const replyLine = /^([2-5][0-9][0-9])(?:([ -])([^\0]*))?$/

export class ReplyReader {
  #unfinishedLine = ''
  #code = ''
  #lines: string[] = []
  #size = 0

  /** What is no reply is found out here; nothing is read from then on. */
  malformed: MalformedReply | null = null

  /** The replies that are complete with this chunk. */
  read(chunk: Buffer): Reply[] {
    const replies: Reply[] = []
    try {
      if (!this.malformed) this.#read(this.#unfinishedLine + chunk.toString('latin1'), replies)
    } catch (error) {
      if (!(error instanceof MalformedReply)) throw error
      this.malformed = error
      this.#unfinishedLine = ''
    }
    return replies
  }

  #read(received: string, replies: Reply[]): void {
    let start = 0
    for (let end = received.indexOf('\n'); end !== -1; end = received.indexOf('\n', start)) {
      const reply = this.#addLine(received.slice(start, received[end - 1] === '\r' ? end - 1 : end))
      if (reply) replies.push(reply)
      start = end + 1
    }
    this.#unfinishedLine = received.slice(start)
    this.#checkSize(this.#unfinishedLine.length)
  }

  /** There is a beginning of a reply that has not ended. */
  get isMidReply(): boolean {
    return this.#lines.length > 0 || this.#unfinishedLine !== ''
  }

  #addLine(line: string): Reply | null {
    this.#checkSize(line.length)
    const [, code = '', separator, words = ''] = replyLine.exec(line) ?? []
    if (code === '') throw new MalformedReply('A line of the reply has no code')
    if (this.#lines.length > 0 && code !== this.#code) throw new MalformedReply('The lines of the reply have two codes')
    this.#code = code
    this.#lines.push(words)
    this.#size += line.length
    return separator === '-' ? null : this.#complete()
  }

  #complete(): Reply {
    const lines = this.#lines
    const text = `${this.#code} ${joinLines(lines)}`
    const reply = { code: Number(this.#code), text, ...(lines.length > 1 && { lines }) }
    this.#lines = []
    this.#size = 0
    return reply
  }

  #checkSize(more: number): void {
    if (this.#size + more > largestReply) throw new MalformedReply(`The reply is longer than ${largestReply} bytes`)
  }
}

/** Many peers repeat the enhanced code on each line; once is enough. */
function joinLines(lines: readonly string[]): string {
  const [first = '', ...others] = lines
  if (others.length === 0) return first
  const enhanced = /^[245]\.[0-9]{1,3}\.[0-9]{1,3} /.exec(first)?.[0] ?? ''
  return [first, ...others.map(line => (line.startsWith(enhanced) ? line.slice(enhanced.length) : line))].join(' ')
}

const plain = /^[\x20-\x7e]*$/

/** The reply for people: one line of at most 500 characters. Bytes are read as UTF-8, as most peers mean them. */
export function printReply(text: string): string {
  const start = text.slice(0, 2_000)
  const readable = plain.test(start)
    ? start
    : Buffer.from(start, 'latin1')
        .toString('utf8')
        .replace(/\p{C}+/gu, ' ')
  return readable.trim().slice(0, 500).toWellFormed()
}
