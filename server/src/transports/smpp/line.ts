/**
 * Throttles submissions: never more than the window at once, and never faster than the rate. When the peer is busy, it pauses,
 * then allows one submission, and one more with each that is accepted.
 */
export type LineOptions = Readonly<{
  window: number
  /** Per second; null for no limit. */
  rate: number | null
  pause: readonly [first: number, max: number]
}>

type Waiting = { resolve(granted: boolean): void; timer: NodeJS.Timeout }

/** Timers are inexact: a delay of up to this length may be made up for. */
const slackMs = 20

export class Line {
  readonly #options: LineOptions
  readonly #waiting = new Set<Waiting>()
  #out = 0
  #allowed: number
  /** When the rate allows the next submission. */
  #dueAt = 0
  #pausedAt = 0
  #pausedUntil = 0
  #pause = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: LineOptions) {
    this.#options = options
    this.#allowed = options.window
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** True: the submission may start, and `leave` must follow. False: the wait timed out, or the line is closed. */
  enter(timeoutMs: number): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false)
    if (this.#waiting.size === 0 && this.#grant()) return Promise.resolve(true)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting: Waiting = { resolve, timer: setTimeout(() => this.#dismiss(waiting), timeoutMs) }
    this.#waiting.add(waiting)
    this.#advance()
    return promise
  }

  leave(how: 'taken' | 'busy' | 'other', enteredAt: number): void {
    this.#out--
    if (how === 'taken') this.#speedUp()
    // A submission from before the pause is not a new throttling.
    if (how === 'busy' && enteredAt >= this.#pausedAt) this.#slowDown()
    this.#advance()
  }

  /** Rejects those that wait. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const waiting of this.#waiting) this.#dismiss(waiting)
  }

  #speedUp(): void {
    this.#pause = 0
    this.#allowed = Math.min(this.#options.window, this.#allowed + 1)
  }

  #slowDown(): void {
    const [first, max] = this.#options.pause
    this.#pause = this.#pause === 0 ? first : Math.min(max, 2 * this.#pause)
    this.#allowed = 1
    this.#pausedAt = performance.now()
    this.#pausedUntil = this.#pausedAt + this.#pause
  }

  #advance(): void {
    for (const waiting of this.#waiting) {
      if (!this.#grant()) return
      this.#waiting.delete(waiting)
      clearTimeout(waiting.timer)
      waiting.resolve(true)
    }
  }

  #grant(): boolean {
    if (this.#out >= this.#allowed) return false
    const now = performance.now()
    const readyAt = Math.max(this.#pausedUntil, this.#dueAt - slackMs)
    if (now < readyAt) {
      this.#comeBackIn(readyAt - now)
      return false
    }
    if (this.#options.rate) this.#dueAt = Math.max(this.#dueAt, now) + 1_000 / this.#options.rate
    this.#out++
    return true
  }

  #comeBackIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#advance(), Math.ceil(milliseconds))
  }

  #dismiss(waiting: Waiting): void {
    clearTimeout(waiting.timer)
    if (this.#waiting.delete(waiting)) waiting.resolve(false)
  }
}
