/** The queues a worker serves while it holds their rows, by row name. */
import { setTimeout as pause } from 'node:timers/promises'
import type { OrderedQueue } from './ordered-queue.ts'

export type Served = {
  queue: OrderedQueue | undefined
  /** Deliveries may have arrived after the last query. */
  wasWoken: boolean
}

export class HeldQueues<S extends Served> extends Map<string, S> {
  /** False when the row is not held. */
  wake(name: string): boolean {
    const served = this.get(name)
    if (!served) return false
    served.wasWoken = true
    served.queue?.wake()
    return true
  }

  /** The queues start nothing more. */
  close(): void {
    for (const { queue } of this.values()) queue?.close()
  }

  /** Waits until all queues have ended, at most `withinMs`. */
  async ended(withinMs: number): Promise<void> {
    const until = performance.now() + withinMs
    while (this.size > 0 && performance.now() < until) await pause(10)
  }
}
