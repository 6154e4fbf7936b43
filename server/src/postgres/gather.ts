/** Gathers single calls into batches: calls that arrive while a batch runs form the next one. At most one batch runs at a time, or two. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { fairQueue } from '#core/fairness/fair-queue.ts'
import { Refusal } from '#core/refusal.ts'
import { Failure } from './outages/failure.ts'
import { isConnectionLost } from './outages/outage.ts'

export type GatherOptions<Item> = {
  maxBatch?: number
  maxWaiting?: number
  /**
   * The tenant of an item. Batches take one item of each tenant in turn, and when too many wait, the tenant with the most is refused.
   * Without it, all items belong to one tenant.
   */
  tenantOf?: (item: Item) => string
  /** The weight of an item, if some are far heavier than others, and the maximum weight of a batch. */
  weigh?: (item: Item) => number
  maxWeight?: number
  /**
   * Allows a second batch while one runs, for work whose order does not matter: a batch waits alternately for PostgreSQL and for us,
   * so two can take turns. Small batches cost more than this saves, so a second one needs half of the recent peak, and at least this
   * many items.
   */
  overlapFrom?: number
  /**
   * How long items that arrived during a batch wait for more, for work that no client waits for: larger batches cost less. An item that
   * arrives while idle does not wait.
   */
  pauseMs?: number
}

/** How fast the recent peak decays, per batch. */
const peakDecay = 0.99

const weightless = () => 0
const noTenant = () => ''

const tooMuch = (): Refusal =>
  new Refusal('service_unavailable', { message: 'Too much work is waiting. Try again shortly.' })

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

export function gather<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly (Result | Refusal | Failure)[]>,
  // 200 items keep a commit under some 20 ms here; 4,000 waiting are more than half a second of work.
  {
    maxBatch = 200,
    maxWaiting = 4_000,
    tenantOf = noTenant,
    weigh = weightless,
    maxWeight = 0,
    overlapFrom,
    pauseMs = 0,
  }: GatherOptions<Item> = {},
): (item: Item) => Promise<Result> {
  const waiting = fairQueue<Waiting<Item, Result>>()
  let loops = 0
  let inProgress = 0
  /** The recent maximum of items waiting and in progress: clients that get an answer tend to call again. */
  let recentPeak = 0

  /** Takes at least one item, however heavy it is. */
  function takeBatch(): Waiting<Item, Result>[] {
    let [size, weight] = [0, 0]
    return waiting.takeWhile(({ item }) => {
      weight += weigh(item)
      return size++ < maxBatch && (weight <= maxWeight || size === 1)
    })
  }

  const enoughForSecond = () =>
    overlapFrom !== undefined && waiting.size >= Math.min(maxBatch, Math.max(overlapFrom, recentPeak / 2))

  async function run() {
    loops++
    while (inProgress > 0 ? enoughForSecond() : waiting.size > 0) {
      const batch = takeBatch()
      inProgress += batch.length
      try {
        settle(batch, await work(batch.map(one => one.item)))
      } catch (error) {
        // The database is down, and the waiting items have already waited for this batch: reject them too.
        const behind = isConnectionLost(error) ? waiting.clear() : []
        for (const one of [...batch, ...behind]) one.reject(error)
      }
      inProgress -= batch.length
      recentPeak *= peakDecay
      const isPartBatchWaiting = waiting.size > 0 && waiting.size < maxBatch
      if (pauseMs > 0 && isPartBatchWaiting) await pause(pauseMs)
      // Lets requests from the sockets join the next batch: a larger batch costs less than two.
      else await nextTurn()
    }
    loops--
  }

  return item => {
    const tenant = tenantOf(item)
    if (waiting.size >= maxWaiting) {
      const other = waiting.makeRoom(tenant)
      if (!other) return Promise.reject(tooMuch())
      other.reject(tooMuch())
    }
    return new Promise((resolve, reject) => {
      waiting.push(tenant, { item, resolve, reject })
      recentPeak = Math.max(recentPeak, waiting.size + inProgress)
      if (loops === 0 || (loops === 1 && inProgress > 0 && enoughForSecond())) void run()
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
