import { fatal } from '#core/fatal.ts'

/** A name, or another text, that fits in a line of a list: not empty, not too long, and without control characters. */
export function readName(text: string, option = 'name'): string {
  const name = text.trim()
  if (name === '' || name.length > 200 || /\p{C}/u.test(name)) {
    throw fatal(`--${option} must be 1 to 200 visible characters.`)
  }
  return name
}
