/**
 * Limits how many requests are processed at once. After waiting a second or so, a client has given up or retries and adds
 * load. So the limit follows how many requests were answered recently, and requests above it are rejected at once.
 */

/** How long a request may wait under overload. */
const maxWaitMs = 1_500
const windowMs = 500
/** The minimum keeps group commits full. */
const [minLimit, initialLimit, maxLimit] = [100, 1_000, 2_000]
/** One caller's maximum share of the limit. */
const maxCallerShare = 0.75
/** A caller with fewer requests in flight is admitted as long as `maxLimit` allows. */
const alwaysAdmitted = 16

export class Admission {
  readonly #nowMs: () => number
  readonly #byCaller = new Map<string, number>()
  #inFlight = 0
  #limit = initialLimit
  #windowStart = 0
  #answered = 0
  /** In this window a request was rejected, or at least `minLimit` were in flight at its start. */
  #isBusy = false

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  get inFlight(): number {
    return this.#inFlight
  }

  get limit(): number {
    return this.#limit
  }

  /** Returns the function to call when the request has been answered, or undefined when it is rejected. */
  enter(caller: string): (() => void) | undefined {
    const now = this.#nowMs()
    if (now - this.#windowStart >= windowMs) this.#adapt(now)
    const own = this.#byCaller.get(caller) ?? 0
    if (!this.#isRoomFor(own)) {
      this.#isBusy = true
      return undefined
    }
    this.#inFlight++
    this.#byCaller.set(caller, own + 1)
    return () => this.#leave(caller)
  }

  #isRoomFor(own: number): boolean {
    if (this.#inFlight >= maxLimit) return false
    if (own < alwaysAdmitted) return true
    return this.#inFlight < this.#limit && own < this.#limit * maxCallerShare
  }

  #leave(caller: string): void {
    this.#inFlight--
    const own = (this.#byCaller.get(caller) ?? 0) - 1
    if (own > 0) this.#byCaller.set(caller, own)
    else this.#byCaller.delete(caller)
    this.#answered++
  }

  /** Little's law: an admitted request waits as long as answering the requests in flight takes. */
  #adapt(now: number): void {
    const elapsed = now - this.#windowStart
    const isKnown = this.#isBusy && elapsed < 4 * windowMs
    const answerable = (this.#answered / elapsed) * maxWaitMs
    // Smoothed over windows. After a quiet window the capacity is unknown.
    this.#limit = isKnown ? between(minLimit, (this.#limit + answerable) / 2, maxLimit) : initialLimit
    this.#windowStart = now
    this.#answered = 0
    this.#isBusy = this.#inFlight >= minLimit
  }
}

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high))
