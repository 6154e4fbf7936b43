/** A position in the written text. */
export type Mark = { piece: number; length: number }

/** The maximum white space around the text of a link that shows its own URL. */
const maxAround = 1_000

/** Writes text with the layout of html: white space collapses, blocks are separated, quotes and lists get a prefix on each line. */
export class TextWriter {
  /** Joined only at the end: reading a growing string costs as much as copying it. */
  readonly #pieces: string[] = []
  #length = 0
  /** Line breaks to write before the next word. Ignored before the first word. */
  #breaks = 0
  #blank = false
  /** A space at the start of a line is not written. */
  #isAtStart = true
  /** The prefixes of each line, from the outermost quote or list inwards. */
  readonly #prefixes: string[] = []
  /** Replaces the last prefix once. */
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

  /** True if only this text was written since the mark. */
  says(text: string, since: Mark): boolean {
    if (this.#length - since.length > text.length + maxAround) return false
    return this.#pieces.slice(since.piece).join('').trim() === text
  }

  /** The next word starts at least this many lines further down. */
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

  /** Writes text with collapsed white space. */
  flow(text: string): void {
    // Most text has only single spaces, and looking is ten times as fast as replacing them.
    const words = /[\t\r\n\f]| {2}/.test(text) ? text.replace(/[ \t\r\n\f]+/g, ' ') : text
    const from = words.startsWith(' ') ? 1 : 0
    if (from > 0) this.#blank = true
    if (words.length === from) return
    const to = words.endsWith(' ') ? words.length - 1 : words.length
    this.#begin()
    this.#write(words.slice(from, to))
    this.#blank = to < words.length
  }

  /** Writes text unchanged. */
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

  /** Writes what is due before the next word. */
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
