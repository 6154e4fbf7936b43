import { toValue } from 'liquidjs'

/**
 * A template is a program of a stranger. Each number is far above what a real email needs and low enough that the
 * worst template holds up nobody else.
 */
export const limits = {
  /** Tags, and what is between them. The parser takes them from the front of an array, which is slow in larger ones. */
  tokens: 10_000,
  /** Characters inside of tags: the parser takes up to 2 µs for each. */
  liquid: 100_000,
  nesting: 50,
  /** All values of the variables together, and of what a filter makes. */
  values: 10_000,
  /** Characters of a text that a filter takes. */
  filtered: 1024 * 1024,
  /** Characters of all texts in a list that a filter takes or makes. */
  listed: 4 * 1024 * 1024,
  /** Characters of the format of a date. */
  dateFormat: 200,
  rangeBound: 100_000,
  /** In units of the library: characters and elements that filters and ranges make, all together. */
  memory: 4 * 1024 * 1024,
  milliseconds: 50,
  /** Characters, and then bytes, of the html and of the text. */
  output: 5 * 1024 * 1024,
}

/**
 * True when there are more values in it than the limit, all levels counted, or more characters in its texts. What is
 * used twice counts twice: it is printed twice.
 */
export function hasMoreValuesThan(limit: number, value: unknown, characters = Number.POSITIVE_INFINITY): boolean {
  const open: unknown[] = [value]
  let left = characters
  for (let seen = 0; open.length > 0; seen++) {
    if (seen > limit || open.length > limit) return true
    const next: unknown = toValue(open.pop())
    if (typeof next === 'string') {
      left -= next.length
      if (left < 0) return true
    }
    if (next === null || typeof next !== 'object') continue
    const inside = Array.isArray(next) ? next : Object.values(next)
    if (inside.length > limit) return true
    for (const one of inside) open.push(one)
  }
  return false
}
