import { randomFillSync } from 'node:crypto'

// Random bytes are drawn 4 KiB at a time: one system call serves 400 ids.
const pool = Buffer.alloc(4096)
let used = pool.length

/** UUIDv7 (RFC 9562): 48 bits of milliseconds, then 74 random bits, so that ids sort by time. */
export function newId(now: Date): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const time = now.getTime().toString(16).padStart(12, '0')
  const random = pool.toString('hex', used, used + 10)
  used += 10
  const variant = ((Number.parseInt(random.charAt(3), 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}

/** Sorted, since ids of the same millisecond would otherwise be in random order. */
export const newIds = (now: Date, count: number): string[] => Array.from({ length: count }, () => newId(now)).toSorted()

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** False for text that is not an id. The database would raise an error for it. */
export const isId = (text: string): boolean => text.length === 36 && id.test(text)

/** The creation time, to the millisecond. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

/** The smallest id for ids created at this moment or later, and the largest for ids created at this moment or before. */
export const idsFrom = (moment: Date): string => `${timePart(moment)}-0000-0000-000000000000`
export const idsUntil = (moment: Date): string => `${timePart(moment)}-ffff-ffff-ffffffffffff`

function timePart(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** At least eight digits: fewer would match all ids of several hours. */
const beginningOfId = /^[0-9a-f]{8}(-[0-9a-f-]*)?$/i

/** The range of ids with this prefix, or undefined when the text is not a prefix of an id. */
export function idsThatBeginWith(text: string): { from: string; to: string } | undefined {
  const digits = text.replaceAll('-', '').toLowerCase()
  if (!beginningOfId.test(text) || digits.length > 32) return undefined
  return { from: digits.padEnd(32, '0'), to: digits.padEnd(32, 'f') }
}

export const idDigits = (id: string): string => id.replaceAll('-', '').toLowerCase()

/**
 * The digits of a possible part of an id, at least eight, since fewer match too many ids. Undefined for other text, and for text with fewer than
 * three different digits: that is a number, and the search would take long.
 */
export function partOfId(text: string): string | undefined {
  const digits = idDigits(text)
  return /^[0-9a-f]{8,32}$/.test(digits) && new Set(digits).size > 2 ? digits : undefined
}
