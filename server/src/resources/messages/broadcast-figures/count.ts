/** Counts what happens to the emails of broadcasts, in the transaction that stores it. */

import type { VariantName as Variant } from '@posthorn/contract/broadcasts/requests'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { type Counted, isNothing, sumOfCounts, toCounts } from './figures.ts'
import { insertBroadcastStats, insertBroadcastStatsByEmail } from './store.ts'

export type CountedInBroadcast = { environmentId: string; id: string; variant: Variant; counts: Counted }

/** Does not wait: the rows are added when the transaction commits, one for each broadcast and variant. */
export function countInBroadcasts(tx: Tx, counted: readonly CountedInBroadcast[]): void {
  const some = counted.map(one => ({ ...one, counts: toCounts(one.counts) })).filter(({ counts }) => !isNothing(counts))
  const groups = Map.groupBy(some, ({ environmentId, id, variant }) => `${environmentId} ${id} ${variant}`)
  const rows = [...groups.values()].flatMap(group => {
    const [first] = group
    return first ? [{ ...first, counts: sumOfCounts(group.map(({ counts }) => counts)) }] : []
  })
  if (rows.length > 0) withCommit(tx, insertBroadcastStats(tx, rows))
}

/** For callers that do not know whether an email belongs to a broadcast: it is looked up. */
export async function countByEmail(
  tx: Tx,
  changes: readonly { environmentId: string; emailId: string; counts: Counted }[],
): Promise<void> {
  const some = changes.map(one => ({ ...one, counts: toCounts(one.counts) })).filter(({ counts }) => !isNothing(counts))
  if (some.length > 0) await insertBroadcastStatsByEmail(tx, some)
}
