/** The connections of one route: never more than `limit` at once, and those that are idle are used before a new one is opened. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from './session.ts'

/** Peers tend to hang up after some idle seconds; being first spares a failed MAIL. */
const idleFor = 5_000

/** A peer that has closed a connection needs a moment to count it; one that does not close it is waited for no longer. */
const noticedAfter = 50
const closedWithin = 1_000

export type PoolLimits = {
  connections: number
  /** Peers tend to hang up after so many. */
  messagesPerConnection: number
}
export const usualPoolLimits: PoolLimits = { connections: 20, messagesPerConnection: 100 }

export class SessionPool {
  readonly #limits: PoolLimits
  readonly #idle: Session[] = []
  readonly #waiting: (() => void)[] = []
  readonly #open = new Set<Session>()
  readonly #leaving = new Set<Promise<void>>()
  #busy = 0
  #closed = false
  #onAllDone: () => void = () => {}
  readonly #onUnused: () => void

  /** `onUnused` is called whenever no connection is left and nobody wants one. */
  constructor(limits: PoolLimits, onUnused: () => void = () => {}) {
    this.#limits = limits
    this.#onUnused = onUnused
  }

  /** Runs the work when one of the connections may be used. */
  async withTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy >= this.#limits.connections) await new Promise<void>(resolve => this.#waiting.push(resolve))
    else this.#busy++
    try {
      return await work()
    } finally {
      this.#passTurn()
    }
  }

  takeKept(): Session | undefined {
    return this.#idle.pop()
  }

  /** Counts a session until it ends. */
  add(session: Session): Session {
    this.#open.add(session)
    session.onEnd = () => this.#forget(session)
    return session
  }

  /** Sessions that the peer has let in. */
  get open(): number {
    return this.#open.size
  }

  /** Resolves when the peer counts none of those any more that are over, so that one more is not refused for them. */
  async whenLeft(): Promise<void> {
    await Promise.all(this.#leaving)
  }

  keep(session: Session): void {
    if (!session.usable) return
    if (this.#closed || session.messages >= this.#limits.messagesPerConnection) {
      session.quit()
      return
    }
    this.#idle.push(session)
    session.closeAfter(idleFor)
  }

  /** Work under way is finished first. */
  async close(): Promise<void> {
    this.#closed = true
    for (const session of [...this.#idle]) session.quit()
    if (this.#busy > 0) await new Promise<void>(resolve => (this.#onAllDone = resolve))
  }

  #forget(session: Session): void {
    this.#open.delete(session)
    const left = leftBy(session).then(() => {
      this.#leaving.delete(left)
      this.#tellUnused()
    })
    this.#leaving.add(left)
    const place = this.#idle.indexOf(session)
    if (place !== -1) this.#idle.splice(place, 1)
  }

  #passTurn(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else if (--this.#busy === 0) this.#onAllDone()
    this.#tellUnused()
  }

  #tellUnused(): void {
    // One that is still being left must be waited for by whoever comes next.
    if (this.#busy === 0 && this.#idle.length === 0 && this.#leaving.size === 0) this.#onUnused()
  }
}

async function leftBy({ closed }: Session): Promise<void> {
  await Promise.race([closed, pause(closedWithin, undefined, { ref: false })])
  await pause(noticedAfter, undefined, { ref: false })
}
