/** The connections of one route, at most `limits.connections` at once. Idle ones are used before a new one is opened. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from './session.ts'

/** Peers tend to disconnect after some idle seconds. Closing first avoids a failed MAIL. */
const idleMs = 5_000

/** After a connection is closed, the peer needs a moment to update its count. We wait only this long for a peer to close it. */
const noticeMs = 50
const closeTimeoutMs = 1_000

export type PoolLimits = {
  connections: number
  /** Peers tend to disconnect after some number of messages. */
  messagesPerConnection: number
}
export const defaultPoolLimits: PoolLimits = { connections: 20, messagesPerConnection: 100 }

export class SessionPool {
  readonly #limits: PoolLimits
  readonly #idle: Session[] = []
  readonly #waiting: (() => void)[] = []
  readonly #open = new Set<Session>()
  readonly #closing = new Set<Promise<void>>()
  #busy = 0
  #closed = false
  #onAllDone: () => void = () => {}
  readonly #onUnused: () => void

  /** `onUnused` is called when no connection is left and none is wanted. */
  constructor(limits: PoolLimits, onUnused: () => void = () => {}) {
    this.#limits = limits
    this.#onUnused = onUnused
  }

  /** Runs the work when a connection is free. */
  async withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy >= this.#limits.connections) await new Promise<void>(resolve => this.#waiting.push(resolve))
    else this.#busy++
    try {
      return await work()
    } finally {
      this.#releaseSlot()
    }
  }

  takeIdle(): Session | undefined {
    return this.#idle.pop()
  }

  /** Counts a session until its end. */
  add(session: Session): Session {
    this.#open.add(session)
    session.onEnd = () => this.#forget(session)
    return session
  }

  /** The number of open sessions. */
  get open(): number {
    return this.#open.size
  }

  /** Resolves when the peer no longer counts ended sessions, so that it does not refuse a new one because of them. */
  async whenClosed(): Promise<void> {
    await Promise.all(this.#closing)
  }

  keep(session: Session): void {
    if (!session.usable) return
    if (this.#closed || session.messages >= this.#limits.messagesPerConnection) {
      session.quit()
      return
    }
    this.#idle.push(session)
    session.closeAfter(idleMs)
  }

  /** Waits for work in progress. */
  async close(): Promise<void> {
    this.#closed = true
    for (const session of [...this.#idle]) session.quit()
    if (this.#busy > 0) await new Promise<void>(resolve => (this.#onAllDone = resolve))
  }

  #forget(session: Session): void {
    this.#open.delete(session)
    const closed = closedByPeer(session).then(() => {
      this.#closing.delete(closed)
      this.#reportUnused()
    })
    this.#closing.add(closed)
    const place = this.#idle.indexOf(session)
    if (place !== -1) this.#idle.splice(place, 1)
  }

  #releaseSlot(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else if (--this.#busy === 0) this.#onAllDone()
    this.#reportUnused()
  }

  #reportUnused(): void {
    // Not while a session is closing: the next caller must wait for it.
    if (this.#busy === 0 && this.#idle.length === 0 && this.#closing.size === 0) this.#onUnused()
  }
}

async function closedByPeer({ closed }: Session): Promise<void> {
  await Promise.race([closed, pause(closeTimeoutMs, undefined, { ref: false })])
  await pause(noticeMs, undefined, { ref: false })
}
