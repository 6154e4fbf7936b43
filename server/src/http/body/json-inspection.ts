/** What JSON.parse lets through and nobody could keep: half surrogate pairs, U+0000, numbers beyond all bounds, keys given twice. */
import type { Fault } from '@posthorn/contract/errors'
import { invalid, Refusal } from '#core/refusal.ts'

const maxFaults = 20

export class Inspection {
  #keys = 0
  readonly #faults: Fault[] = []
  /** Put together only where there is a fault: most values have none. */
  readonly #path: (string | number)[] = []

  inspect(value: unknown): void {
    if (typeof value === 'string') this.#note(faultOfText(value))
    else if (typeof value === 'number') this.#note(faultOfNumber(value))
    else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) this.inspectAt(index, value[index])
    } else if (value && typeof value === 'object') {
      for (const [key, item] of Object.entries(value)) {
        this.#keys++
        this.#note(faultOfKey(key))
        this.inspectAt(key, item)
      }
    }
  }

  inspectAt(key: string | number, value: unknown): void {
    this.#path.push(key)
    this.inspect(value)
    this.#path.pop()
  }

  /** V8 keeps the last of two equal keys, so there are fewer of them than were written. */
  refuseFaults(keysWritten: number): void {
    if (this.#faults.length > 0) throw invalid(...this.#faults)
    if (this.#keys !== keysWritten)
      throw new Refusal('invalid_json', { message: 'The body has an object with the same key twice.' })
  }

  #note(message: string | undefined): void {
    if (message && this.#faults.length < maxFaults) this.#faults.push({ path: this.#path.join('.') || 'body', message })
  }
}

/** JSON.parse makes Infinity of 1e400, which JSON cannot say back. */
const faultOfNumber = (number: number): string | undefined =>
  Number.isFinite(number) ? undefined : 'must be a number of at most 308 digits'

function faultOfKey(key: string): string | undefined {
  if (key === '__proto__') return 'must not have the key __proto__'
  return faultOfText(key) && 'must not have a key with U+0000 or half of a surrogate pair'
}

/** The database can hold neither, and nobody means to send them. */
export function faultOfText(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain the character U+0000'
  if (!text.isWellFormed()) return 'must not contain half of a surrogate pair'
  return undefined
}
