/**
 * Group commit: items that arrive while a commit is under way form the next batch, so an idle server commits one
 * at once and a busy one commits hundreds together. There are no timers. Each item gets its own result or refusal,
 * and only after COMMIT; an item that breaks its batch is found by trying the items one by one.
 */
import type { Refusal } from '../refusal.ts'
import type { Database, Tx } from './database.ts'
import { Failure } from './failure.ts'
import { gather } from './gather.ts'
import { isOutage } from './outage.ts'

/** What became of each item, in the order of the items: its result, or the reason it was refused. */
export type Verdicts<Result> = readonly (Result | Refusal)[]

export type GroupCommitOptions = { maxBatch?: number; maxWaiting?: number; onBatch?: (size: number) => void }

export function groupCommit<Item, Result>(
  database: Database,
  work: (tx: Tx, items: readonly Item[]) => Promise<Verdicts<Result>>,
  options: GroupCommitOptions = {},
): (item: Item) => Promise<Result> {
  const commit = (items: readonly Item[]) => database.transaction(tx => work(tx, items))

  return gather<Item, Result>(async items => {
    options.onBatch?.(items.length)
    try {
      return await commit(items)
    } catch (error) {
      if (isOutage(error)) throw error
      return items.length === 1 ? [new Failure(error)] : await oneByOne(items, commit)
    }
  }, options)
}

async function oneByOne<Item, Result>(
  items: readonly Item[],
  commit: (items: readonly Item[]) => Promise<Verdicts<Result>>,
): Promise<(Result | Refusal | Failure)[]> {
  const verdicts: (Result | Refusal | Failure)[] = []
  for (const item of items) {
    try {
      verdicts.push(...(await commit([item])))
    } catch (error) {
      verdicts.push(new Failure(error))
    }
  }
  return verdicts
}
