/** Queues that a worker serves while it holds their rows, by the names of the rows. */
import { setTimeout as pause } from 'node:timers/promises'
import type { OrderedQueue } from './ordered-queue.ts'

export type Served = {
  queue: OrderedQueue | undefined
  /** Something may have come that the last look did not see. */
  wasWoken: boolean
}

export class HeldQueues<S extends Served> extends Map<string, S> {
  /** False for one that is not held. */
  wake(name: string): boolean {
    const served = this.get(name)
    if (!served) return false
    served.wasWoken = true
    served.queue?.wake()
    return true
  }

  /** They begin nothing more. */
  close(): void {
    for (const { queue } of this.values()) queue?.close()
  }

  /** Until none is left, or for so long. */
  async ended(withinMs: number): Promise<void> {
    const until = performance.now() + withinMs
    while (this.size > 0 && performance.now() < until) await pause(10)
  }
}
