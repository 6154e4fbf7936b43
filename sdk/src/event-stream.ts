import type { CallOptions, Connection } from './connection.ts'
import { ApiError } from './errors.ts'
import { type Attempt, beginAttempt, pause } from './patience.ts'
import { readServerSentEvents } from './server-sent-events.ts'
import type { Event } from './types.generated.ts'

// The service says something every 15 seconds, if only a comment.
const silenceMs = 45_000

/** Events as they happen, for `for await`. A connection that is lost is made again, and nothing is missed or comes twice. */
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

  /** Behind the event that came last: with it a later stream, or `events.list`, goes on from there. */
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
      // A service that starts anew should not see all clients in one moment.
      await pause(Math.random() * 1_000, signal)
    }
  }

  /** Until the connection ends. */
  async *#listen(attempt: Attempt): AsyncGenerator<Event, void, undefined> {
    const asked = { method: 'GET', path: this.#path, query: { cursor: this.#cursor } }
    attempt.stopClock()
    const { body } = await this.#connection.response(asked, { ...this.#options, signal: attempt.signal })
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

/** A no that stays one, such as a key that was deleted. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status < 500 && error.status !== 429
