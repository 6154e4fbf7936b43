/** Lists and counts the contacts of a segment. */
import type { RawBuilder } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import type { Database, Db } from '#postgres/database.ts'
import { tookTooLong } from '#postgres/slow-reads/slow-reads.ts'
import { membersCondition } from '#resources/audience/segments/members.ts'
import type { SegmentRef } from '#resources/audience/segments/segment.ts'
import type { Contact } from './contact.ts'
import { countMembers, estimateMembers, findInWindow } from './member-store.ts'

/** Scans the newest 1,000 contacts (the oldest, for pages read upwards), then the next windows, and finally joins all that are left. */
const windows = [1_000, 10_000, 100_000, undefined] as const

/** Above this, reading everything at once is faster than lookups one by one. */
const maxLookups = 10_000

type Asked = { environmentId: string; whom: SegmentRef; now: Date }
/** Adds further conditions on a table named `contacts`. */
type More = (condition: RawBuilder<unknown>) => RawBuilder<unknown>

/** Without a time limit; each page scans as many contacts as it needs. */
export async function readMembers(
  db: Db,
  asked: Asked,
  page: PageRequest,
  more: More = condition => condition,
): Promise<Contact[]> {
  const contacts: Contact[] = []
  for await (const found of inWindows(db, asked, page, more)) contacts.push(...found)
  return contacts
}

async function* inWindows(
  db: Db,
  { environmentId, whom, now }: Asked,
  { limit, before, after }: PageRequest,
  more: More,
): AsyncGenerator<Contact[]> {
  let [wanted, from] = [limit + 1, after ?? before]
  for (const rows of windows) {
    const scope = rows !== undefined && rows <= maxLookups ? 'few' : 'many'
    const condition = await membersCondition(db, environmentId, whom, { now, rows: scope })
    const window = { environmentId, from, up: after !== undefined, rows, matches: more(condition), limit: wanted }
    const { found, endsAt } = await findInWindow(db, window)
    yield found
    wanted -= found.length
    if (wanted === 0 || endsAt === undefined) return
    from = endsAt
  }
}

export type Preview = { count: number; isExact: boolean; sample: Contact[] }

/**
 * Together less than a second: parts that take longer are left out, and the count is marked as an estimate. `sampleMs` applies to each window of the
 * sample.
 */
const defaultTimes = { sampleMs: 200, countMs: 500, estimateMs: 350 }

export async function previewMembers(
  database: Database,
  asked: Asked,
  size: number,
  { sampleMs, countMs, estimateMs } = defaultTimes,
): Promise<Preview> {
  const bounded = (withinMs: number) => database.slowReads(asked.environmentId, { withinMs })
  const [count, sample] = await Promise.all([
    countExactly(bounded(countMs), asked),
    readSample(bounded(sampleMs), asked, size),
  ])
  if (count !== undefined) return { count, isExact: true, sample }
  return { count: Math.max(await estimate(bounded(estimateMs), asked), sample.length), isExact: false, sample }
}

/** Undefined when counting takes too long. */
async function countExactly(db: Db, { environmentId, whom, now }: Asked): Promise<number | undefined> {
  const condition = await membersCondition(db, environmentId, whom, { now, rows: 'many' })
  return orElse(undefined, countMembers(db, environmentId, condition))
}

/** Blocks of 8 kB, each with some 20 contacts: 300 of them are accurate to a few percent; 30 take less time. */
const sampledBlocks = [300, 30] as const

/** 0 when even the smaller sample takes too long. */
async function estimate(db: Db, { environmentId, whom, now }: Asked): Promise<number> {
  const condition = await membersCondition(db, environmentId, whom, { now })
  for (const blocks of sampledBlocks) {
    const count = await orElse(undefined, estimateMembers(db, environmentId, condition, blocks))
    if (count !== undefined) return count
  }
  return 0
}

/** The contacts that are found in time. */
async function readSample(db: Db, asked: Asked, size: number): Promise<Contact[]> {
  const sample: Contact[] = []
  const collect = async () => {
    for await (const found of inWindows(db, asked, { limit: size, before: undefined }, condition => condition))
      sample.push(...found)
  }
  await orElse(undefined, collect())
  return sample.slice(0, size)
}

async function orElse<T, Other>(other: Other, work: Promise<T>): Promise<T | Other> {
  try {
    return await work
  } catch (error) {
    if (tookTooLong(error)) return other
    throw error
  }
}
