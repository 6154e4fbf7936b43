/** Parses and checks the replies of a peer. At most `maxReply` bytes of an endless reply are kept. */

/** `text`: the code once, then all lines joined. `lines`: the lines as received, if there are several. */
export type Reply = Readonly<{ code: number; text: string; lines?: readonly string[] }>

/** The peer sent something that is not a reply, or does not fit the command. */
export class MalformedReply extends Error {}

/** RFC 5321 has 512 bytes for a line, and the longest EHLO replies seen have some 30 lines. */
const maxReply = 16 * 1024
const replyLine = /^([2-5][0-9][0-9])(?:([ -])([^\0]*))?$/

export class ReplyReader {
  #unfinishedLine = ''
  #code = ''
  #lines: string[] = []
  #size = 0

  /** Set when something was no reply. Nothing is read afterwards. */
  malformed: MalformedReply | null = null

  /** Returns the replies that this chunk completes. */
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

  /** True when a reply has begun but is not complete. */
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
    if (this.#size + more > maxReply) throw new MalformedReply(`The reply is longer than ${maxReply} bytes`)
  }
}

/** Joins the lines. Many peers repeat the enhanced code on each line; it is kept once. */
function joinLines(lines: readonly string[]): string {
  const [first = '', ...others] = lines
  if (others.length === 0) return first
  const enhanced = /^[245]\.[0-9]{1,3}\.[0-9]{1,3} /.exec(first)?.[0] ?? ''
  return [first, ...others.map(line => (line.startsWith(enhanced) ? line.slice(enhanced.length) : line))].join(' ')
}

const plain = /^[\x20-\x7e]*$/

/** The reply for display: one line of at most 500 characters. Bytes are decoded as UTF-8, which most peers use. */
export function printReply(text: string): string {
  const start = text.slice(0, 2_000)
  const readable = plain.test(start)
    ? start
    : Buffer.from(start, 'latin1')
        .toString('utf8')
        .replace(/\p{C}+/gu, ' ')
  return readable.trim().slice(0, 500).toWellFormed()
}
