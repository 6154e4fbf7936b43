/** The connections of one route: never more than `limit` at once, and those that are idle are used before a new one is opened. */
import type { Session } from './session.ts'

/** Peers tend to hang up after 100 messages or after some idle seconds; being first spares a failed MAIL. */
const messagesPerSession = 100
const idleFor = 5_000

export class SessionPool {
  readonly #limit: number
  readonly #idle: Session[] = []
  readonly #waiting: (() => void)[] = []
  #busy = 0
  #closed = false
  #onAllDone: () => void = () => {}
  readonly #onUnused: () => void

  /** `onUnused` is called whenever no connection is left and nobody wants one. */
  constructor(limit: number, onUnused: () => void = () => {}) {
    this.#limit = limit
    this.#onUnused = onUnused
  }

  /** Runs the work when one of the connections may be used. */
  async withTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy >= this.#limit) await new Promise<void>(resolve => this.#waiting.push(resolve))
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

  keep(session: Session): void {
    if (!session.usable) return
    if (this.#closed || session.messages >= messagesPerSession) {
      session.quit()
      return
    }
    this.#idle.push(session)
    session.closeAfter(idleFor)
    session.onEnd = () => this.#forget(session)
  }

  /** Work under way is finished first. */
  async close(): Promise<void> {
    this.#closed = true
    for (const session of [...this.#idle]) session.quit()
    if (this.#busy > 0) await new Promise<void>(resolve => (this.#onAllDone = resolve))
  }

  #forget(session: Session): void {
    const place = this.#idle.indexOf(session)
    if (place !== -1) this.#idle.splice(place, 1)
    this.#tellUnused()
  }

  #passTurn(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else if (--this.#busy === 0) this.#onAllDone()
    this.#tellUnused()
  }

  #tellUnused(): void {
    if (this.#busy === 0 && this.#idle.length === 0) this.#onUnused()
  }
}
