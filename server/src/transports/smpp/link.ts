/** Keeps a session bound: binds at once, and again whenever one has ended, after waits that grow while it does not help. */
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

/** A session that has lasted this long was a good one, and the next wait is short again. */
const lastingAfter = 10_000

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

  /** The session, or what an attempt brings that is under way or about to be. */
  async bound(withinMs: number): Promise<Session | null> {
    if (this.session || !this.#attempt) return this.session
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, withinMs)
    await Promise.race([promise, this.#attempt.promise])
    clearTimeout(timer)
    return this.session
  }

  /** No further attempts; a session that there is goes on. */
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
      const { final } = await this.#bindAndLast()
      failures = performance.now() - begun > lastingAfter ? 0 : failures + 1
      const [first, most] = timing.retry
      const wait = final ? most : Math.min(most, first * 2 ** Math.max(0, failures - 1))
      const pause = wait * (0.5 + chance() / 2)
      // One that comes this soon is as good as under way: a connection that breaks for a moment should delay nobody.
      if (pause < timing.bind) this.#attempt = Promise.withResolvers<void>()
      await sleep(pause, undefined, { signal: this.#stop.signal }).catch(() => {})
    }
    this.#attempt?.resolve()
  }

  /** Over when the session is. */
  async #bindAndLast(): Promise<{ final: boolean }> {
    const attempt = this.#attempt ?? Promise.withResolvers<void>()
    this.#attempt = attempt
    try {
      const session = await this.#options.open(this.#stop.signal)
      this.#session = session
      this.#tell('bound')
      this.#attempt = null
      attempt.resolve()
      this.#why = await session.ended
      if (!this.#stop.signal.aborted) this.#tell(this.#why)
      return { final: false }
    } catch (error) {
      if (!(error instanceof NotBound)) throw error
      this.#why = error.message
      if (!this.#stop.signal.aborted) this.#tell(this.#why)
      return { final: error.final }
    } finally {
      this.#session = null
      this.#attempt = null
      attempt.resolve()
    }
  }

  /** Once for each change, however often it is tried. */
  #tell(state: string): void {
    if (state === this.#loggedState) return
    this.#loggedState = state
    if (state === 'bound') this.#options.log.info('Carrier bound')
    else this.#options.log.warn({ why: state }, 'Carrier not bound')
  }
}
