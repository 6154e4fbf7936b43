/** A place in what was written. */
export type Mark = { piece: number; length: number }

/** Blanks around the text of a link that shows its own address. */
const maxAround = 1_000

/** Writes text the way html flows: blanks run together, blocks stand apart, quotes and lists are marked line by line. */
export class TextWriter {
  /** Joined once, at the end: to look into a text that grows costs as much as to copy it. */
  readonly #pieces: string[] = []
  #length = 0
  /** Line breaks that are due before the next word; none before the first. */
  #breaks = 0
  #blank = false
  /** A blank at the start of a line is none. */
  #isAtStart = true
  /** What the lines begin with, from the outermost quote or list inwards. */
  readonly #prefixes: string[] = []
  /** Stands in the place of the last prefix, once. */
  #marker: string | undefined

  get text(): string {
    return this.#pieces.join('')
  }

  mark(): Mark {
    return { piece: this.#pieces.length, length: this.#length }
  }

  hasGrown(since: Mark): boolean {
    return this.#length > since.length
  }

  /** Whether that and nothing else was written since. */
  says(text: string, since: Mark): boolean {
    if (this.#length - since.length > text.length + maxAround) return false
    return this.#pieces.slice(since.piece).join('').trim() === text
  }

  /** The next word stands at least so many lines further down. */
  apart(breaks: 1 | 2): void {
    if (breaks > this.#breaks) this.#breaks = breaks
  }

  blank(): void {
    this.#blank = true
  }

  indent(prefix: string, marker?: string): void {
    this.#prefixes.push(prefix)
    if (marker !== undefined) this.#marker = marker
  }

  outdent(): void {
    this.#prefixes.pop()
    this.#marker = undefined
  }

  /** Text in which any white space is one blank. */
  flow(text: string): void {
    const words = text.replace(/[ \t\r\n\f]+/g, ' ')
    const from = words.startsWith(' ') ? 1 : 0
    if (from > 0) this.#blank = true
    if (words.length === from) return
    const to = words.endsWith(' ') ? words.length - 1 : words.length
    this.#begin()
    this.#write(words.slice(from, to))
    this.#blank = to < words.length
  }

  /** Text that stands as it is. */
  verbatim(text: string): void {
    if (text === '') return
    this.#begin()
    this.#write(text.split(/\r\n|\r|\n/).join(this.#newLine()))
    this.#isAtStart = /[\r\n]$/.test(text)
  }

  lineBreak(): void {
    this.#begin()
    this.#write(this.#newLine())
    this.#isAtStart = true
  }

  #write(piece: string): void {
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  /** Everything that is due before the next word. */
  #begin(): void {
    if (this.#length === 0) this.#write(this.#startOfLine())
    else if (this.#breaks > 0) this.#write(this.#startOfBlock())
    else if (this.#blank && !this.#isAtStart) this.#write(' ')
    this.#breaks = 0
    this.#blank = false
    this.#isAtStart = false
  }

  #newLine(): string {
    return `\n${this.#prefixes.join('')}`
  }

  #startOfBlock(): string {
    const between = this.#breaks > 1 ? `\n${this.#prefixes.join('').trimEnd()}` : ''
    return `${between}\n${this.#startOfLine()}`
  }

  #startOfLine(): string {
    const marker = this.#marker
    this.#marker = undefined
    if (marker === undefined) return this.#prefixes.join('')
    return this.#prefixes.slice(0, -1).join('') + marker
  }
}
