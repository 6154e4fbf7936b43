/** Gathers single calls into batches: what arrives while one batch is under way forms the next. One batch runs at a time. */
import { Refusal } from '../refusal.ts'
import { Failure } from './failure.ts'
import { isConnectionLost } from './outage.ts'

export type GatherOptions<Item> = {
  maxBatch?: number
  maxWaiting?: number
  /** What an item weighs, where some are far heavier than others, and how much of it one batch may hold. */
  weigh?: (item: Item) => number
  maxWeight?: number
}

const weightless = () => 0

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

export function gather<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly (Result | Refusal | Failure)[]>,
  // 200 items keep a commit under some 20 ms here; 4,000 waiting are more than half a second of work.
  { maxBatch = 200, maxWaiting = 4_000, weigh = weightless, maxWeight = 0 }: GatherOptions<Item> = {},
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let running = false

  /** At least one, however heavy it is. */
  function batchSize(): number {
    const most = Math.min(waiting.length, maxBatch)
    let weight = 0
    for (let size = 0; size < most; size++) {
      const one = waiting[size]
      weight += one ? weigh(one.item) : 0
      if (weight > maxWeight && size > 0) return size
    }
    return most
  }

  async function run() {
    running = true
    while (waiting.length > 0) {
      const size = batchSize()
      const batch = waiting.slice(0, size)
      waiting = waiting.slice(size)
      try {
        settle(batch, await work(batch.map(one => one.item)))
      } catch (error) {
        // Whoever waited behind a database that is away has waited long enough.
        const behind = isConnectionLost(error) ? waiting.splice(0) : []
        for (const one of [...batch, ...behind]) one.reject(error)
      }
      // What has arrived at the socket meanwhile comes along: larger batches cost less than more of them.
      await new Promise(resolve => setImmediate(resolve))
    }
    running = false
  }

  return item => {
    if (waiting.length >= maxWaiting) {
      return Promise.reject(
        new Refusal('service_unavailable', { message: 'Too much work is waiting. Try again shortly.' }),
      )
    }
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!running) void run()
    })
  }
}

function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  verdicts: readonly (Result | Refusal | Failure)[],
): void {
  if (verdicts.length !== batch.length) throw new Error(`${batch.length} items, ${verdicts.length} verdicts`)
  batch.forEach((one, index) => {
    const verdict = verdicts[index] as Result | Refusal | Failure
    if (verdict instanceof Refusal) one.reject(verdict)
    else if (verdict instanceof Failure) one.reject(verdict.error)
    else one.resolve(verdict)
  })
}
