/** Gathers single calls into batches: what arrives while one batch is under way forms the next. One batch runs at a time, or two. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { fairQueue } from '#core/fairness/fair-queue.ts'
import { Refusal } from '#core/refusal.ts'
import { Failure } from './outages/failure.ts'
import { isConnectionLost } from './outages/outage.ts'

export type GatherOptions<Item> = {
  maxBatch?: number
  maxWaiting?: number
  /**
   * Whose an item is. Batches take one of each tenant in turn, and when too many wait, whoever has most of them is refused. Without
   * it all are one.
   */
  tenantOf?: (item: Item) => string
  /** What an item weighs, where some are far heavier than others, and how much of it one batch may hold. */
  weigh?: (item: Item) => number
  maxWeight?: number
  /**
   * A second batch may begin while one is under way, for work whose order does not matter: a batch waits now for PostgreSQL and
   * now for us, and the two take turns. Small batches cost more than that saves, so it is half of the crowd or nothing, and so many
   * at least.
   */
  overlapFrom?: number
  /**
   * Those that came while a batch was under way wait so long for more, for work that nobody is waiting for: larger batches cost less. One that
   * comes at rest does not wait.
   */
  pauseMs?: number
}

/** What is left of the size of a crowd after each batch that did not see as many. */
const memory = 0.99

const weightless = () => 0
const nobody = () => ''

const tooMuch = (): Refusal =>
  new Refusal('service_unavailable', { message: 'Too much work is waiting. Try again shortly.' })

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

export function gather<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly (Result | Refusal | Failure)[]>,
  // 200 items keep a commit under some 20 ms here; 4,000 waiting are more than half a second of work.
  {
    maxBatch = 200,
    maxWaiting = 4_000,
    tenantOf = nobody,
    weigh = weightless,
    maxWeight = 0,
    overlapFrom,
    pauseMs = 0,
  }: GatherOptions<Item> = {},
): (item: Item) => Promise<Result> {
  const waiting = fairQueue<Waiting<Item, Result>>()
  let loops = 0
  let underWay = 0
  /** The most that were here lately, waiting or under way: whoever is answered tends to come back. */
  let crowd = 0

  /** At least one, however heavy it is. */
  function takeBatch(): Waiting<Item, Result>[] {
    let [size, weight] = [0, 0]
    return waiting.takeWhile(({ item }) => {
      weight += weigh(item)
      return size++ < maxBatch && (weight <= maxWeight || size === 1)
    })
  }

  const areEnoughBeside = () =>
    overlapFrom !== undefined && waiting.size >= Math.min(maxBatch, Math.max(overlapFrom, crowd / 2))

  async function run() {
    loops++
    while (underWay > 0 ? areEnoughBeside() : waiting.size > 0) {
      const batch = takeBatch()
      underWay += batch.length
      try {
        settle(batch, await work(batch.map(one => one.item)))
      } catch (error) {
        // Whoever waited behind a database that is away has waited long enough.
        const behind = isConnectionLost(error) ? waiting.clear() : []
        for (const one of [...batch, ...behind]) one.reject(error)
      }
      underWay -= batch.length
      crowd *= memory
      const areFewBehind = waiting.size > 0 && waiting.size < maxBatch
      if (pauseMs > 0 && areFewBehind) await pause(pauseMs)
      // What has arrived at the socket meanwhile comes along: larger batches cost less than more of them.
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
      crowd = Math.max(crowd, waiting.size + underWay)
      if (loops === 0 || (loops === 1 && underWay > 0 && areEnoughBeside())) void run()
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
