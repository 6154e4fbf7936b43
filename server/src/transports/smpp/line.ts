/**
 * Who may submit now: never more than the window at once, never faster than the rate, and when the peer is too busy nobody
 * for a while, then one, then more with each that it takes.
 */
export type LineOptions = Readonly<{
  window: number
  /** In a second; null when there is no limit. */
  rate: number | null
  pause: readonly [first: number, most: number]
}>

type Waiting = { resolve(granted: boolean): void; timer: NodeJS.Timeout }

/** Timers are not exact: what was missed for this long may be made up for. */
const slackMs = 20

export class Line {
  readonly #options: LineOptions
  readonly #waiting = new Set<Waiting>()
  #out = 0
  #allowed: number
  /** When the next one is due by the rate. */
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

  /** True: it is your turn, and `leave` must follow. False: it took too long, or the line is closed. */
  enter(patienceMs: number): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false)
    if (this.#waiting.size === 0 && this.#grant()) return Promise.resolve(true)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting: Waiting = { resolve, timer: setTimeout(() => this.#dismiss(waiting), patienceMs) }
    this.#waiting.add(waiting)
    this.#advance()
    return promise
  }

  leave(how: 'taken' | 'busy' | 'other', enteredAt: number): void {
    this.#out--
    if (how === 'taken') this.#speedUp()
    // One that was under way when the pause began says nothing new.
    if (how === 'busy' && enteredAt >= this.#pausedAt) this.#slowDown()
    this.#advance()
  }

  /** Those who wait are sent away. */
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
    const [first, most] = this.#options.pause
    this.#pause = this.#pause === 0 ? first : Math.min(most, 2 * this.#pause)
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
