/** Segment membership as a condition on the contacts table, for lists, counts, explanations, workflows and broadcasts. */
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { fieldsOf } from '#resources/audience/fields/read.ts'
import { type Asked, onList, type Sql, toCondition } from './condition.ts'
import { isAboutOwnFields } from './filter-parts.ts'
import { findAmong } from './member-store.ts'
import type { Segment, SegmentRef } from './segment.ts'
import { findNames, findSegment, holdSegments, listSegments } from './store.ts'

type Options = Pick<Asked, 'now'> & Partial<Pick<Asked, 'rows' | 'contacts'>>

/**
 * For the `where` of a statement over the contacts of this environment. Use `rows: 'many'` for statements that read all contacts at once, 'few' for
 * pages and single contacts.
 */
export async function membersCondition(
  db: Db,
  environmentId: string,
  { id, filter }: SegmentRef,
  { now, rows = 'few', contacts = 'contacts' }: Options,
): Promise<Sql> {
  const needsFields = filter !== null && isAboutOwnFields(filter)
  const fields = (await fieldsOf(db, needsFields ? [environmentId] : []))(environmentId)
  const asked = { environmentId, fields, now, rows, contacts }
  return filter === null ? onList(id ?? '', asked) : toCondition(filter, asked)
}

export async function readSegment(db: Db, environmentId: string, id: string): Promise<Segment> {
  const segment = isId(id) ? await findSegment(db, environmentId, id) : undefined
  if (!segment) throw notFound('segment')
  return segment
}

/** The ids that exist. */
export async function knownSegments(db: Db, environmentId: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await findNames(db, environmentId, ids)).keys())
}

/** The ids that exist. They cannot be deleted until the transaction ends. */
export async function lockSegments(tx: Tx, environmentId: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await holdSegments(tx, environmentId, ids)).map(({ id }) => id))
}

/** The contacts that belong to the segment; empty when it is deleted. */
export async function membersAmong(
  db: Db,
  environmentId: string,
  id: string,
  contactIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const segment = isId(id) && contactIds.length > 0 ? await findSegment(db, environmentId, id) : undefined
  if (!segment) return new Set()
  const condition = await membersCondition(db, environmentId, segment, { now })
  return new Set(await findAmong(db, environmentId, contactIds, condition))
}

export const readSegments = (db: Db, environmentId: string, page: PageRequest): Promise<Segment[]> =>
  listSegments(db, environmentId, page)

/** The lists a contact is on. */
export const readListsOf = (
  db: Db,
  { environmentId, contactId }: { environmentId: string; contactId: string },
  page: PageRequest,
): Promise<Segment[]> => listSegments(db, environmentId, page, contactId)
