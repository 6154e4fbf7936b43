/** Keeps a session bound: binds at once, and again when a session has ended, with growing waits between failed attempts. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { NotBound } from './connect.ts'
import type { Session } from './session.ts'
import type { Timing } from './timing.ts'

export type LinkOptions = {
  open(signal: AbortSignal): Promise<Session>
  timing: Timing
  log: Logger
  /** From 0 to 1. */
  chance(): number
}

/** A session that lasted this long counts as a success, and resets the wait. */
const goodSessionMs = 10_000

export class Link {
  readonly #options: LinkOptions
  readonly #stop = new AbortController()
  readonly #running: Promise<void>
  #session: Session | null = null
  #attempt: PromiseWithResolvers<void> | null = null
  #why = 'not yet bound'
  #loggedState = ''

  constructor(options: LinkOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** Why there is no session. */
  get why(): string {
    return this.#why
  }

  get session(): Session | null {
    return this.#session?.isOpen ? this.#session : null
  }

  /** The session, or the result of an attempt that is in progress or about to start. */
  async bound(withinMs: number): Promise<Session | null> {
    if (this.session || !this.#attempt) return this.session
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, withinMs)
    await Promise.race([promise, this.#attempt.promise])
    clearTimeout(timer)
    return this.session
  }

  /** Stops further attempts. A current session stays open. */
  stop(): void {
    this.#stop.abort()
  }

  async close(unbindWithinMs: number): Promise<void> {
    this.stop()
    await this.session?.unbind(unbindWithinMs)
    await this.#running
  }

  async #run(): Promise<void> {
    const { timing, chance } = this.#options
    let failures = 0
    while (!this.#stop.signal.aborted) {
      const begun = performance.now()
      const { final } = await this.#bindUntilEnd()
      failures = performance.now() - begun > goodSessionMs ? 0 : failures + 1
      const [first, max] = timing.retry
      const wait = final ? max : Math.min(max, first * 2 ** Math.max(0, failures - 1))
      const pause = wait * (0.5 + chance() / 2)
      // An attempt this soon counts as in progress, so that a brief disconnection defers no messages.
      if (pause < timing.bind) this.#attempt = Promise.withResolvers<void>()
      await sleep(pause, undefined, { signal: this.#stop.signal }).catch(() => {})
    }
    this.#attempt?.resolve()
  }

  /** Returns when the session has ended. */
  async #bindUntilEnd(): Promise<{ final: boolean }> {
    const attempt = this.#attempt ?? Promise.withResolvers<void>()
    this.#attempt = attempt
    try {
      const session = await this.#options.open(this.#stop.signal)
      this.#session = session
      this.#logState('bound')
      this.#attempt = null
      attempt.resolve()
      this.#why = await session.ended
      if (!this.#stop.signal.aborted) this.#logState(this.#why)
      return { final: false }
    } catch (error) {
      if (!(error instanceof NotBound)) throw error
      this.#why = error.message
      if (!this.#stop.signal.aborted) this.#logState(this.#why)
      return { final: error.final }
    } finally {
      this.#session = null
      this.#attempt = null
      attempt.resolve()
    }
  }

  /** Logs once per change of state. */
  #logState(state: string): void {
    if (state === this.#loggedState) return
    this.#loggedState = state
    if (state === 'bound') this.#options.log.info('Carrier bound')
    else this.#options.log.warn({ why: state }, 'Carrier not bound')
  }
}
