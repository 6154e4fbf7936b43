/** The contacts of a segment, page by page, and how many there are. */
import type { RawBuilder } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import type { Database, Db } from '#postgres/database.ts'
import { tookTooLong } from '#postgres/slow-reads.ts'
import { membersCondition } from '#resources/audience/segments/members.ts'
import type { Whom } from '#resources/audience/segments/segment.ts'
import type { Contact } from './contact.ts'
import { countMembers, estimateMembers, findInWindow } from './member-store.ts'

/** Among so many of the newest first; then among those behind them, and at last among all that are left, which are joined as a whole. */
const windows = [1_000, 10_000, 100_000, undefined] as const

type Asked = { environmentId: string; whom: Whom; now: Date }
/** What else must hold, on a table `contacts`. */
type More = (condition: RawBuilder<unknown>) => RawBuilder<unknown>

export async function readMembers(
  db: Db,
  { environmentId, whom, now }: Asked,
  { limit, before }: PageRequest,
  more: More = condition => condition,
): Promise<Contact[]> {
  const contacts: Contact[] = []
  let from = before
  for (const rows of windows) {
    const condition = await membersCondition(db, environmentId, whom, {
      now,
      rows: rows === undefined ? 'many' : 'few',
    })
    const wanted = limit + 1 - contacts.length
    const { found, endsAt } = await findInWindow(db, {
      ...{ environmentId, before: from, rows, matches: more(condition), limit: wanted },
    })
    contacts.push(...found)
    if (contacts.length > limit || endsAt === undefined) break
    from = endsAt
  }
  return contacts
}

export type Preview = { count: number; isExact: boolean; sample: Contact[] }

/** Together about a second: what takes longer is left out, and said to be. */
const usualTimes = { sampleMs: 300, countMs: 600 }

export async function previewMembers(
  database: Database,
  asked: Asked,
  size: number,
  { sampleMs, countMs } = usualTimes,
): Promise<Preview> {
  const { environmentId } = asked
  const counted = await countOrEstimate(database, asked, countMs)
  const db = database.slowReads(environmentId, { withinMs: sampleMs })
  const sample =
    counted.isExact && counted.count === 0
      ? []
      : await orElse([], readMembers(db, asked, { limit: size, before: undefined }))
  return { ...counted, sample: sample.slice(0, size) }
}

async function countOrEstimate(database: Database, { environmentId, whom, now }: Asked, countMs: number) {
  const { db } = database
  const all = await membersCondition(db, environmentId, whom, { now, rows: 'many' })
  const bounded = database.slowReads(environmentId, { withinMs: countMs })
  const count = await orElse(undefined, countMembers(bounded, environmentId, all))
  if (count !== undefined) return { count, isExact: true }
  const few = await membersCondition(db, environmentId, whom, { now })
  return { count: await estimateMembers(database.slowReads(environmentId), environmentId, few), isExact: false }
}

async function orElse<T, Other>(other: Other, work: Promise<T>): Promise<T | Other> {
  try {
    return await work
  } catch (error) {
    if (tookTooLong(error)) return other
    throw error
  }
}
