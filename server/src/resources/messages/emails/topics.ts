import type { Sender } from '#core/caller.ts'
import { invalid } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { knownTopics } from '#resources/audience/topics/read.ts'
import type { Draft } from './draft.ts'

/** Refuses unknown topics: a broadcast to the readers of one would go to everybody. */
export async function checkTopics(
  db: Db,
  caller: Sender,
  drafts: readonly Draft[],
  pathOf: (index: number) => string,
): Promise<void> {
  const asked = drafts.flatMap(({ topicId }) => topicId ?? [])
  if (asked.length === 0) return
  const known = await knownTopics(db, caller, asked)
  const faults = drafts.flatMap(({ topicId }, index) =>
    topicId === null || known.has(topicId) ? [] : [{ path: pathOf(index), message: 'is not the id of a topic' }],
  )
  if (faults.length > 0) throw invalid(...faults)
}
