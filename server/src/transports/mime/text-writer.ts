/** Writes text the way html flows: blanks run together, blocks stand apart, quotes and lists are marked line by line. */
export class TextWriter {
  #text = ''
  /** Line breaks that are due before the next word; none before the first. */
  #breaks = 0
  #blank = false
  /** A blank at the start of a line is none. Kept here, since to look at a growing text costs as much as to copy it. */
  #isAtStart = true
  /** What the lines begin with, from the outermost quote or list inwards. */
  readonly #prefixes: string[] = []
  /** Stands in the place of the last prefix, once. */
  #marker: string | undefined

  get text(): string {
    return this.#text
  }

  get length(): number {
    return this.#text.length
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
    this.#text += words.slice(from, to)
    this.#blank = to < words.length
  }

  /** Text that stands as it is. */
  verbatim(text: string): void {
    for (const [nth, line] of text.split(/\r\n|\r|\n/).entries()) {
      if (nth > 0) this.lineBreak()
      if (line === '') continue
      this.#begin()
      this.#text += line
    }
  }

  lineBreak(): void {
    this.#begin()
    this.#text += `\n${this.#prefixes.join('')}`
    this.#isAtStart = true
  }

  /** Everything that is due before the next word. */
  #begin(): void {
    if (this.#text === '') this.#text = this.#startOfLine()
    else if (this.#breaks > 0) this.#text += this.#startOfBlock()
    else if (this.#blank && !this.#isAtStart) this.#text += ' '
    this.#breaks = 0
    this.#blank = false
    this.#isAtStart = false
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
