import { Drop, type Emitter, toValue } from 'liquidjs'
import { limits } from './limits.ts'

/** Html that is not escaped again: what `capture` holds, and what a filter such as `raw` or `escape` makes. */
export class Markup extends Drop {
  readonly #text: string

  constructor(text: string) {
    super()
    this.#text = text
  }

  override valueOf(): string {
    return this.#text
  }
}

/** A value as text. Objects have no text of their own in Liquid; JSON at least says what they are. */
export function printed(value: unknown): string {
  const plain: unknown = toValue(value)
  if (typeof plain === 'string') return plain
  if (plain === null || plain === undefined) return ''
  if (Array.isArray(plain)) return plain.map(printed).join('')
  return typeof plain === 'object' ? JSON.stringify(plain) : String(plain)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? '')

/** Takes what is printed until it is more than an email may hold. */
export class BoundedEmitter implements Emitter {
  buffer = ''

  write(value: unknown): void {
    this.buffer += printed(value)
    if (this.buffer.length > limits.output) throw new Error('it makes more than 5 MiB')
  }
}
