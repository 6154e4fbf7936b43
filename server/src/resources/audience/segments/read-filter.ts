/** Checks a given filter against the fields, topics and lists of the environment. */
import type { SegmentFilter } from '@posthorn/contract/segments/filter'
import { isId } from '#core/id.ts'
import { invalid } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Fields } from '#resources/audience/fields/field.ts'
import { fieldsOf, lockFields } from '#resources/audience/fields/read.ts'
import { knownTopics, lockTopics } from '#resources/audience/topics/read.ts'
import { faultsOf, faultsOfSize } from './check-filter.ts'
import { conditionsOf } from './filter-parts.ts'
import { findLists, holdSegments } from './store.ts'

/** For a filter that is saved: nothing it names can be deleted until the transaction ends. */
export async function keepFilter(tx: Tx, environmentId: string, filter: SegmentFilter): Promise<void> {
  const { topics, lists } = namedIn(filter)
  const fields = (await lockFields(tx, [environmentId]))(environmentId)
  const heldTopics =
    topics.length === 0
      ? []
      : await lockTopics(
          tx,
          topics.map(id => ({ environmentId, id })),
        )
  const held = lists.length === 0 ? [] : await holdSegments(tx, environmentId, lists)
  refuse(filter, fields, {
    topics: heldTopics.map(({ id }) => id),
    lists: held.flatMap(({ id, isList }) => (isList ? [id] : [])),
  })
}

/** For a filter that is used once. */
export async function checkFilter(db: Db, environmentId: string, filter: SegmentFilter): Promise<void> {
  const { topics, lists } = namedIn(filter)
  const fields = (await fieldsOf(db, [environmentId]))(environmentId)
  refuse(filter, fields, {
    topics: topics.length === 0 ? [] : [...(await knownTopics(db, { environmentId }, topics))],
    lists: lists.length === 0 ? [] : await findLists(db, environmentId, lists),
  })
}

type Named = { topics: readonly string[]; lists: readonly string[] }

function namedIn(filter: SegmentFilter): Named {
  const tooLarge = faultsOfSize(filter)
  if (tooLarge.length > 0) throw invalid(...tooLarge)
  const conditions = conditionsOf(filter)
  const ids = (found: readonly string[]) => [...new Set(found.filter(isId))].sort()
  return {
    topics: ids(conditions.flatMap(one => ('topic_id' in one ? [one.topic_id] : []))),
    lists: ids(conditions.flatMap(one => ('segment_id' in one ? [one.segment_id] : []))),
  }
}

function refuse(filter: SegmentFilter, fields: Fields, { topics, lists }: Named): void {
  const faults = faultsOf(filter, { fields, topics: new Set(topics), lists: new Set(lists) })
  if (faults.length > 0) throw invalid(...faults)
}
