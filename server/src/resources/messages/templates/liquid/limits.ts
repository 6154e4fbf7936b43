import { toValue } from 'liquidjs'

/**
 * A template is untrusted code. Each limit is far above what a real email needs, and low enough that the worst template holds up
 * nobody else.
 */
export const limits = {
  /** Tags, and the text between them. The parser takes them from the front of an array, which is slow for larger ones. */
  tokens: 10_000,
  /** Characters inside tags: the parser takes up to 2 µs for each. */
  liquid: 100_000,
  nesting: 50,
  /** All values of the variables together, and the values that a filter returns. */
  values: 10_000,
  /** Characters of a text passed to a filter. */
  filtered: 1024 * 1024,
  /** Characters of all texts in a list that a filter takes or returns. */
  listed: 4 * 1024 * 1024,
  /** Characters of a date format. */
  dateFormat: 200,
  rangeBound: 100_000,
  /** In units of the library: characters and elements that filters and ranges produce, in total. */
  memory: 4 * 1024 * 1024,
  milliseconds: 50,
  /** Characters, and then bytes, of the html and of the text. */
  output: 5 * 1024 * 1024,
}

/**
 * Returns true when there are more values than the limit, on all levels, or more characters in the texts. A value that is used
 * twice counts twice: it is printed twice.
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
