/**
 * Group commit: items that arrive during a commit form the next batch, so an idle server commits one
 * at once and a busy one commits hundreds together. There are no timers unless a pause is requested. Each item gets its own result or refusal,
 * only after COMMIT. If a batch fails, its items are retried one by one to find the failing one.
 */
import type { Refusal } from '#core/refusal.ts'
import type { Database, Tx } from './database.ts'
import { type GatherOptions, gather } from './gather.ts'
import { Failure } from './outages/failure.ts'
import { isOutage } from './outages/outage.ts'

/** The result or refusal of each item, in the order of the items. */
export type Verdicts<Result> = readonly (Result | Refusal)[]

/** `alone`: the batch has failed, and its items are now tried one by one while others wait. */
export type Pass = 'together' | 'alone'

export type GroupCommitOptions<Item> = GatherOptions<Item> & { onBatch?: (size: number) => void }

export function groupCommit<Item, Result>(
  database: Database,
  work: (tx: Tx, items: readonly Item[], pass: Pass) => Promise<Verdicts<Result>>,
  options: GroupCommitOptions<Item> = {},
): (item: Item) => Promise<Result> {
  const commit = (items: readonly Item[], pass: Pass) => database.transaction(tx => work(tx, items, pass))

  return gather<Item, Result>(async items => {
    options.onBatch?.(items.length)
    try {
      return await commit(items, 'together')
    } catch (error) {
      if (isOutage(error)) throw error
      return items.length === 1 ? [new Failure(error)] : await oneByOne(items, one => commit([one], 'alone'))
    }
  }, options)
}

async function oneByOne<Item, Result>(
  items: readonly Item[],
  commit: (item: Item) => Promise<Verdicts<Result>>,
): Promise<(Result | Refusal | Failure)[]> {
  const verdicts: (Result | Refusal | Failure)[] = []
  let outage: Failure | undefined
  for (const item of items) {
    if (outage) {
      verdicts.push(outage)
      continue
    }
    try {
      verdicts.push(...(await commit(item)))
    } catch (error) {
      const failure = new Failure(error)
      verdicts.push(failure)
      if (isOutage(error)) outage = failure
    }
  }
  return verdicts
}
