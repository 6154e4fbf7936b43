/**
 * Scans JSON as its bytes arrive, before it is parsed: V8 parses a million nested arrays without complaint, and needs
 * seconds for millions of values. This is not a parser: JSON.parse runs afterwards and finds syntax errors.
 */
import { invalid } from '#core/refusal.ts'

export type JsonLimits = { maxDepth: number; maxValues: number }

/** `commas`: when the body is an array, the offsets of the commas between its entries. */
export type JsonScan = { keys: number; values: number; commas: readonly number[] }

const [quote, comma, colon, bracket, backslash] = [0x22, 0x2c, 0x3a, 0x5b, 0x5c]
/** `[` and `{` differ only in this bit, and so do `]` and `}`. */
const caseBit = 0x20
const [brace, closingBrace] = [0x7b, 0x7d]
const space = 0x20

/** More than any batch may have: a body with more entries is refused, so it needs no offsets. */
export const maxCommas = 1_000

export class JsonScanner implements JsonScan {
  keys = 0
  /** Objects, arrays, strings, numbers, true, false and null at any depth. */
  values = 1
  readonly commas: number[] = []
  readonly #limits: JsonLimits
  #offset = 0
  #depth = 0
  #isArray = false
  #inString = false
  /** The previous chunk ended with a backslash that escapes the next character. */
  #isEscaped = false
  /** No entry since the last `[` or `{`. */
  #isEmpty = false

  constructor(limits: JsonLimits) {
    this.#limits = limits
  }

  /** Throws a refusal as soon as a limit is exceeded. */
  write(chunk: Buffer): void {
    // One character per byte: the syntax of JSON is ASCII, and searching text is faster than searching bytes.
    if (chunk.length === 0) return
    const text = chunk.toString('latin1')
    let at = this.#inString ? this.#endOfString(text, 0) : 0
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        if (this.#isEmpty) this.#first()
        at = this.#endOfString(text, at + 1) - 1
      } else if (code === comma) this.#comma(at)
      else if (code === colon) this.keys++
      else if ((code | caseBit) === brace) this.#open(code)
      else if ((code | caseBit) === closingBrace) this.#close()
      else if (this.#isEmpty && code > space) this.#first()
    }
    this.#offset += text.length
  }

  #comma(at: number): void {
    this.#count()
    if (this.#depth === 1 && this.#isArray && this.commas.length < maxCommas) this.commas.push(this.#offset + at)
  }

  /** Counts the first entry of an array or object; the others are counted by their commas. */
  #first(): void {
    this.#isEmpty = false
    this.#count()
  }

  #open(code: number): void {
    if (this.#isEmpty) this.#first()
    if (this.#depth === 0) this.#isArray = code === bracket
    if (++this.#depth > this.#limits.maxDepth) {
      throw invalid({ path: 'body', message: 'must not nest more than 32 levels deep' })
    }
    this.#isEmpty = true
  }

  #close(): void {
    this.#isEmpty = false
    this.#depth--
  }

  #count(): void {
    if (++this.values > this.#limits.maxValues) throw tooMany(this.#limits.maxValues)
  }

  /** The position after the end of a string, whose first unread character is at `from`. */
  #endOfString(text: string, from: number): number {
    const start = this.#isEscaped ? from + 1 : from
    for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
      if (isEscaped(text, end, start)) continue
      this.#inString = false
      this.#isEscaped = false
      return end + 1
    }
    this.#inString = true
    this.#isEscaped = start <= text.length && isEscaped(text, text.length, start)
    return text.length
  }
}

/** An odd number of backslashes before the character escapes it. */
function isEscaped(text: string, at: number, start: number): boolean {
  let first = at
  while (first > start && text.charCodeAt(first - 1) === backslash) first--
  return (at - first) % 2 === 1
}

const tooMany = (most: number) =>
  invalid({ path: 'body', message: `must not have more than ${most.toLocaleString('en')} values` })
