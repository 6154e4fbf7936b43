/** Finds what JSON.parse accepts and nothing can store: lone surrogates, U+0000, infinite numbers, duplicate keys. */
import type { Fault } from '@posthorn/contract/errors'
import { invalid, Refusal } from '#core/refusal.ts'

const maxFaults = 20

export class Inspection {
  #keys = 0
  readonly #faults: Fault[] = []
  /** Joined only for a fault, since most values have none. */
  readonly #path: (string | number)[] = []
  readonly #takesAnyText: boolean

  constructor({ takesAnyText = false } = {}) {
    this.#takesAnyText = takesAnyText
  }

  inspect(value: unknown): void {
    if (typeof value === 'string') this.#noteText(value)
    else if (typeof value === 'number') this.#note(faultOfNumber(value))
    else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) this.inspectAt(index, value[index])
    } else if (value && typeof value === 'object') {
      for (const [key, item] of Object.entries(value)) {
        this.#keys++
        this.#noteKey(key)
        this.inspectAt(key, item)
      }
    }
  }

  inspectAt(key: string | number, value: unknown): void {
    this.#path.push(key)
    this.inspect(value)
    this.#path.pop()
  }

  /** V8 keeps the last of two equal keys, so a duplicate leaves fewer keys than the body has. */
  refuseFaults(keysWritten: number): void {
    if (this.#faults.length > 0) throw invalid(...this.#faults)
    if (this.#keys !== keysWritten)
      throw new Refusal('invalid_json', { message: 'The body has an object with the same key twice.' })
  }

  #noteText(text: string): void {
    if (!this.#takesAnyText) this.#note(faultOfText(text))
  }

  #noteKey(key: string): void {
    if (key === '__proto__') this.#note('must not have the key __proto__')
    else if (!this.#takesAnyText && faultOfText(key))
      this.#note('must not have a key with U+0000 or half of a surrogate pair')
  }

  #note(message: string | undefined): void {
    if (message && this.#faults.length < maxFaults) this.#faults.push({ path: this.#path.join('.') || 'body', message })
  }
}

/** JSON.parse turns 1e400 into Infinity, which JSON cannot represent. */
const faultOfNumber = (number: number): string | undefined =>
  Number.isFinite(number) ? undefined : 'must be a number of at most 308 digits'

/** The database can store neither. */
export function faultOfText(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain the character U+0000'
  if (!text.isWellFormed()) return 'must not contain half of a surrogate pair'
  return undefined
}
