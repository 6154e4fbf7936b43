/**
 * What waits for one webhook, sent in order: of two deliveries about the same object, the second leaves when the first has
 * been answered. Others go side by side, few at first and more while the receiver keeps up.
 */
export type QueuedDelivery = { position: string; subjectId: string }

export type Sent = {
  success: boolean
  /** Resolves when the result is written down. */
  recorded: Promise<void>
}

export type OrderedQueueParts<D extends QueuedDelivery> = {
  /** What is due, without those in hand; undefined when the webhook is not ours to send to any more. */
  find(inHand: readonly string[]): Promise<readonly D[] | undefined>
  send(delivery: D): Promise<Sent>
  /** How many at once a receiver that keeps up gets. */
  maxAtOnce: number
  /** A look that finds so many may have left some. */
  pageSize: number
}

export type OrderedQueue = {
  /** Something may have come. */
  wake(): void
  /** Begins nothing more. */
  close(): void
  /** Resolves when nothing is left, or nothing is under way after closing, with how many were sent; rejects when a look or a sending throws. */
  readonly ended: Promise<number>
}

const atFirst = 8
/** In pages. What waits behind others of its object is in memory, too: a thousand facts about one contact are taken in turns. */
const maxInHand = 4
/** Times as many as go side by side. Who fails faster than it can be written down must not fill everybody's line to the database. */
const maxUnrecorded = 5

export function openOrderedQueue<D extends QueuedDelivery>({
  find,
  send,
  maxAtOnce,
  pageSize,
}: OrderedQueueParts<D>): OrderedQueue {
  const inHand = new Set<string>()
  const ready: D[] = []
  /** By object: those behind one that is ready or on the wire. */
  const behind = new Map<string, D[]>()
  let limit = Math.min(atFirst, maxAtOnce)
  let running = 0
  let recording = 0
  let count = 0
  let isLooking = false
  let isClosed = false
  let mayHaveMore = true
  const { promise: ended, resolve, reject } = Promise.withResolvers<number>()

  const hasHand = (): boolean => running < limit && running + recording < maxUnrecorded * limit

  function pump(): void {
    while (!isClosed && hasHand()) {
      const next = ready.shift()
      if (!next) break
      void run(next)
    }
    // While every hand is on a receiver that hangs, each event would cost a look for nothing.
    const hasRoom = hasHand() && inHand.size < maxInHand * pageSize
    if (!isClosed && mayHaveMore && !isLooking && hasRoom) void look()
    const isIdle = running + recording === 0 && !isLooking && (isClosed || (!mayHaveMore && inHand.size === 0))
    if (!isIdle) return
    // Whoever comes next may hold the queue by now: to look once more would make the same calls beside it.
    isClosed = true
    resolve(count)
  }

  async function look(): Promise<void> {
    isLooking = true
    mayHaveMore = false
    try {
      const found = await find([...inHand])
      if (!found) isClosed = true
      for (const one of found ?? []) take(one)
      if (found && found.length >= pageSize) mayHaveMore = true
    } catch (error) {
      fail(error)
    }
    isLooking = false
    pump()
  }

  function fail(error: unknown): void {
    isClosed = true
    reject(error)
  }

  function take(one: D): void {
    inHand.add(one.position)
    const queue = behind.get(one.subjectId)
    if (queue) {
      queue.push(one)
      return
    }
    behind.set(one.subjectId, [])
    ready.push(one)
  }

  function letNextOf(subjectId: string): void {
    const next = behind.get(subjectId)?.shift()
    if (next) ready.push(next)
    else behind.delete(subjectId)
  }

  async function run(one: D): Promise<void> {
    running++
    const sent = await send(one).catch(fail)
    running--
    if (!sent) return
    count++
    limit = sent.success ? Math.min(limit + 1, maxAtOnce) : Math.max(limit >> 1, 1)
    letNextOf(one.subjectId)
    recording++
    pump()
    await sent.recorded
    recording--
    inHand.delete(one.position)
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
