import { Drop, type Emitter, toValue } from 'liquidjs'
import { hasMoreValuesThan, limits } from './limits.ts'

/** Html that is not escaped again: the content of `capture`, and the output of filters such as `raw` or `escape`. */
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

/**
 * A value as text. Objects have no text in Liquid, so they are printed as JSON. Lists are measured before they are joined: V8
 * ends the whole process over a list that is too large to join.
 */
export function printed(value: unknown): string {
  const plain: unknown = toValue(value)
  if (typeof plain === 'string') return fitting(plain)
  if (plain === null || plain === undefined) return ''
  if (typeof plain !== 'object') return String(plain)
  if (hasMoreValuesThan(limits.output, plain, limits.output)) throw new Error(tooMuch)
  return fitting(Array.isArray(plain) ? plain.map(printed).join('') : JSON.stringify(plain))
}

const tooMuch = 'it makes more than 5 MiB'

function fitting(text: string): string {
  if (text.length > limits.output) throw new Error(tooMuch)
  return text
}

/** Stops at the maximum size of an email: five megabytes of `&` would become 25 of `&amp;`. */
export function escapeHtml(text: string): string {
  fitting(text)
  let escaped = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const entity = entityOf(text.charCodeAt(at))
    if (entity === undefined) continue
    escaped += text.slice(from, at) + entity
    from = at + 1
    if (escaped.length > limits.output) throw new Error(tooMuch)
  }
  return from === 0 ? text : escaped + text.slice(from)
}

function entityOf(code: number): string | undefined {
  switch (code) {
    case 0x22:
      return '&#34;'
    case 0x26:
      return '&amp;'
    case 0x27:
      return '&#39;'
    case 0x3c:
      return '&lt;'
    case 0x3e:
      return '&gt;'
    default:
      return undefined
  }
}

/** Collects printed text up to the maximum size of an email. */
export class BoundedEmitter implements Emitter {
  buffer = ''

  write(value: unknown): void {
    const text = printed(value)
    if (this.buffer.length + text.length > limits.output) throw new Error(tooMuch)
    this.buffer += text
  }
}
