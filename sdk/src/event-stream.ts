import type { CallOptions, Connection } from './connection.ts'
import { ApiError } from './errors.ts'
import { readServerSentEvents } from './server-sent-events.ts'
import { type Attempt, beginAttempt, pause } from './timeouts.ts'
import type { Event } from './types.generated.ts'

// The service sends something every 15 seconds, at least a comment.
const silenceMs = 45_000

/** Events as they happen, for `for await`. Reconnects after a lost connection; no event is missed or repeated. */
export class EventStream implements AsyncIterable<Event> {
  readonly #connection: Connection
  readonly #path: string
  readonly #options: CallOptions
  #cursor: string | undefined
  #hasBegun = false

  constructor(connection: Connection, path: string, cursor: string | undefined, options: CallOptions = {}) {
    this.#connection = connection
    this.#path = path
    this.#cursor = cursor
    this.#options = options
  }

  /** The position after the last event. Pass it to a later stream or to `events.list` to continue from there. */
  get cursor(): string | undefined {
    return this.#cursor
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    const { signal } = this.#options
    for (;;) {
      const attempt = beginAttempt(signal, silenceMs)
      try {
        yield* this.#listen(attempt)
      } catch (error) {
        signal?.throwIfAborted()
        if (!this.#hasBegun || isFinal(error)) throw error
      } finally {
        attempt.cancel()
      }
      // Spreads the reconnects, so a restarted service does not get all clients at once.
      await pause(Math.random() * 1_000, signal)
    }
  }

  /** Yields events until the connection ends. */
  async *#listen(attempt: Attempt): AsyncGenerator<Event, void, undefined> {
    const call = { method: 'GET', path: this.#path, query: { cursor: this.#cursor } }
    attempt.stopClock()
    const { body } = await this.#connection.response(call, { ...this.#options, signal: attempt.signal })
    if (!body) return
    this.#hasBegun = true
    attempt.restartClock()
    for await (const { id, data } of readServerSentEvents(body)) {
      attempt.stopClock()
      if (id) this.#cursor = id
      if (data !== undefined) yield JSON.parse(data)
      attempt.restartClock()
    }
  }
}

/** An error that a retry cannot fix, such as a deleted key. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status < 500 && error.status !== 429
