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

/** As many, each larger than the one before: those of one moment would stand in lists in any order. */
export const newIds = (now: Date, count: number): string[] => Array.from({ length: count }, () => newId(now)).toSorted()

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** False for a text that no object of ours can have as its id; asking the database about it would be an error there. */
export const isId = (text: string): boolean => text.length === 36 && id.test(text)

/** When it was made, to the millisecond. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

/** No id that is made at this moment or later is smaller; none that was made before it, or at it, is larger than the other. */
export const idsFrom = (moment: Date): string => `${timePart(moment)}-0000-0000-000000000000`
export const idsUntil = (moment: Date): string => `${timePart(moment)}-ffff-ffff-ffffffffffff`

function timePart(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** Eight digits at least: fewer begin the ids of hours. */
const beginningOfId = /^[0-9a-f]{8}(-[0-9a-f-]*)?$/i

/** The first and the last of all ids that begin so; undefined for a text that is no beginning of one. */
export function idsThatBeginWith(text: string): { from: string; to: string } | undefined {
  const digits = text.replaceAll('-', '').toLowerCase()
  if (!beginningOfId.test(text) || digits.length > 32) return undefined
  return { from: digits.padEnd(32, '0'), to: digits.padEnd(32, 'f') }
}

export const idDigits = (id: string): string => id.replaceAll('-', '').toLowerCase()

/**
 * The digits of what may be a part of an id, of eight at least: fewer are in too many. Undefined for any other text, and for one of fewer
 * than three different digits: that is a number, and looking for it would take long.
 */
export function partOfId(text: string): string | undefined {
  const digits = idDigits(text)
  return /^[0-9a-f]{8,32}$/.test(digits) && new Set(digits).size > 2 ? digits : undefined
}
