/**
 * How many requests are worked on at once. What waits longer than a second or so is worked on for nobody: the client has
 * given up, or tries again and makes it worse. So the limit follows how many have been answered lately, and whoever comes
 * when it is reached is turned away at once.
 */

/** How long a request may wait when there are more than can be done. */
const patienceMs = 1_500
const windowMs = 500
/** A group commit needs so many at least, and so many there may be in any case. */
const [lowest, initial, highest] = [100, 1_000, 2_000]
/** Of the limit, for one caller: the rest is for the others. */
const shareOfOne = 0.75
/** Whoever has fewer than so many is let in as long as there is any room at all. */
const few = 16

export class Admission {
  readonly #nowMs: () => number
  readonly #byCaller = new Map<string, number>()
  #inFlight = 0
  #limit = initial
  #windowStart = 0
  #answered = 0
  /** More came than were let in, or a good number has been here all the time. */
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

  /** What to call when the request has been answered; undefined when it is turned away. */
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
    if (this.#inFlight >= highest) return false
    if (own < few) return true
    return this.#inFlight < this.#limit && own < this.#limit * shareOfOne
  }

  #leave(caller: string): void {
    this.#inFlight--
    const own = (this.#byCaller.get(caller) ?? 0) - 1
    if (own > 0) this.#byCaller.set(caller, own)
    else this.#byCaller.delete(caller)
    this.#answered++
  }

  /** By Little's law: who is let in waits as long as it takes to answer those who are here. */
  #adapt(now: number): void {
    const elapsed = now - this.#windowStart
    const isKnown = this.#isBusy && elapsed < 4 * windowMs
    const answerable = (this.#answered / elapsed) * patienceMs
    // What came of one window is half of the truth; after a quiet one nothing is known any more.
    this.#limit = isKnown ? between(lowest, (this.#limit + answerable) / 2, highest) : initial
    this.#windowStart = now
    this.#answered = 0
    this.#isBusy = this.#inFlight >= lowest
  }
}

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high))
