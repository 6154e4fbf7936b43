/**
 * Sends the pending deliveries of one webhook in order: of two deliveries about the same object, the second leaves when the first has been answered.
 * Other objects are sent in parallel, few at first and more while the receiver keeps up.
 */
export type QueuedDelivery = { position: string; subjectId: string }

export type Sent = {
  success: boolean
  /** Resolves when the result is recorded. */
  recorded: Promise<void>
}

export type OrderedQueueParts<D extends QueuedDelivery> = {
  /** Finds due deliveries, except those already taken; undefined when this worker no longer holds the webhook. */
  find(taken: readonly string[]): Promise<readonly D[] | undefined>
  send(delivery: D): Promise<Sent>
  /** The maximum parallel requests to a receiver that keeps up. */
  maxAtOnce: number
  /** A query that returns this many may have left some. */
  pageSize: number
}

export type OrderedQueue = {
  /** Deliveries may have arrived. */
  wake(): void
  /** Starts nothing more. */
  close(): void
  /** Resolves with the number sent when nothing is left or, after closing, in flight; rejects when a query or a send throws. */
  readonly ended: Promise<number>
}

const initialLimit = 8
/** In pages. Deliveries that wait behind others of their object are in memory, too: a thousand events about one contact are taken in several rounds. */
const maxTakenPages = 4
/** A multiple of the parallel limit. A receiver that fails faster than results are recorded must not fill the group commit that all share. */
const maxUnrecorded = 5

export function openOrderedQueue<D extends QueuedDelivery>({
  find,
  send,
  maxAtOnce,
  pageSize,
}: OrderedQueueParts<D>): OrderedQueue {
  const taken = new Set<string>()
  const ready: D[] = []
  /** By object: deliveries behind one that is ready or in flight. */
  const waitingBehind = new Map<string, D[]>()
  let limit = Math.min(initialLimit, maxAtOnce)
  let running = 0
  let recording = 0
  let count = 0
  /** How many had been sent at the last query. */
  let countAtQuery = 0
  let isQuerying = false
  let isClosed = false
  let mayHaveMore = true
  const { promise: ended, resolve, reject } = Promise.withResolvers<number>()

  const hasSlot = (): boolean => running < limit && running + recording < maxUnrecorded * limit

  function pump(): void {
    while (!isClosed && hasSlot()) {
      const next = ready.shift()
      if (!next) break
      void run(next)
    }
    // While a hanging receiver holds every slot, each new event would cost a useless query.
    const isRunningLow = ready.length < pageSize / 2 && count > countAtQuery
    const hasRoom = taken.size < maxTakenPages * pageSize
    if (!isClosed && mayHaveMore && !isQuerying && hasRoom && (hasSlot() || isRunningLow)) void query()
    const isIdle = running + recording === 0 && !isQuerying && (isClosed || (!mayHaveMore && taken.size === 0))
    if (!isIdle) return
    // Another worker may hold the webhook by now: a further query would send the same deliveries in parallel.
    isClosed = true
    resolve(count)
  }

  async function query(): Promise<void> {
    isQuerying = true
    mayHaveMore = false
    countAtQuery = count
    try {
      const found = await find([...taken])
      if (!found) isClosed = true
      for (const one of found ?? []) take(one)
      if (found && found.length >= pageSize) mayHaveMore = true
    } catch (error) {
      fail(error)
    }
    isQuerying = false
    pump()
  }

  function fail(error: unknown): void {
    isClosed = true
    reject(error)
  }

  function take(one: D): void {
    taken.add(one.position)
    const queue = waitingBehind.get(one.subjectId)
    if (queue) {
      queue.push(one)
      return
    }
    waitingBehind.set(one.subjectId, [])
    ready.push(one)
  }

  function releaseNextOf(subjectId: string): void {
    const next = waitingBehind.get(subjectId)?.shift()
    if (next) ready.push(next)
    else waitingBehind.delete(subjectId)
  }

  async function run(one: D): Promise<void> {
    running++
    const sent = await send(one).catch(fail)
    running--
    if (!sent) return
    count++
    limit = sent.success ? Math.min(limit + 1, maxAtOnce) : Math.max(limit >> 1, 1)
    releaseNextOf(one.subjectId)
    recording++
    pump()
    await sent.recorded
    recording--
    taken.delete(one.position)
    pump()
  }

  pump()
  return {
    wake() {
      mayHaveMore = true
      pump()
    },
    close() {
      isClosed = true
      pump()
    },
    ended,
  }
}
