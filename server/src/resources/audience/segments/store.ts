import type { SegmentFilter } from '@posthorn/contract/segments/filter'
import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import type { Segment } from './segment.ts'

const columns = [
  'id',
  'name',
  'description',
  // The schema knows only that it is JSON.
  sql<SegmentFilter | null>`filter`.as('filter'),
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export const findSegment = (db: Db, environmentId: string, id: string): Promise<Segment | undefined> =>
  db
    .selectFrom('segments')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
