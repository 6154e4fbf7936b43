/** Carries out a call: with the key, in time, and again where that is harmless. */
import { ApiError, ConnectionError, errorBody, PosthornError, TimeoutError } from './errors.ts'
import { type QueryValues, withQuery } from './path.ts'
import { type Attempt, beginAttempt, pause } from './patience.ts'
import { pauseBeforeRetry, type Repeat } from './retry.ts'

export type CallOptions = {
  /** Ends the call, also between two tries. */
  signal?: AbortSignal | undefined
  /** For one try, until its answer is read. 30 seconds unless given. */
  timeoutMs?: number | undefined
  /** For the whole call with its retries. Two minutes unless given. */
  deadlineMs?: number | undefined
  /** How often a call that has failed is tried again. Three times unless given. */
  maxRetries?: number | undefined
  /** Extra headers. */
  headers?: { readonly [name: string]: string } | undefined
}

export type KeyedCallOptions = CallOptions & {
  /** A random one unless given: all tries of one call share it. With one of your own, such as the id of an order, so do all your calls. */
  idempotencyKey?: string | undefined
}

export type Asked = {
  method: string
  path: string
  query?: QueryValues | undefined
  body?: unknown
  /** `safe` unless said otherwise. */
  repeat?: Repeat
}

export type ConnectionSettings = Omit<CallOptions, 'signal'> & {
  url: string
  apiKey: string
  fetch: typeof fetch
  userAgent: string
}

type Read<T> = (response: Response, attempt: Attempt) => Promise<T>

export class Connection {
  readonly #settings: ConnectionSettings

  constructor(settings: ConnectionSettings) {
    this.#settings = settings
  }

  json<T>(asked: Asked, options?: KeyedCallOptions): Promise<T> {
    return this.#call(asked, options, async (response, attempt) => {
      const text = await response.text()
      attempt.end()
      try {
        return JSON.parse(text)
      } catch {
        throw new ApiError(response, undefined)
      }
    })
  }

  /** With a body that is read later: the signal ends that, too, and the clock does not. */
  response(asked: Asked, options?: CallOptions): Promise<Response> {
    return this.#call(asked, options, async (response, attempt) => {
      attempt.stopClock()
      return response
    })
  }

  async #call<T>(asked: Asked, options: KeyedCallOptions = {}, read: Read<T>): Promise<T> {
    const { repeat = 'safe' } = asked
    const { maxRetries = 3, deadlineMs = 120_000, timeoutMs = 30_000, signal } = this.#with(options)
    const request = this.#request(asked, options)
    const deadline = Date.now() + deadlineMs
    for (let retries = 0; ; retries++) {
      signal?.throwIfAborted()
      const attempt = beginAttempt(signal, Math.min(timeoutMs, deadline - Date.now()))
      try {
        return await this.#try(request, attempt, read)
      } catch (error) {
        attempt.end()
        signal?.throwIfAborted()
        const failure = { error, repeat, retries, maxRetries, msLeft: deadline - Date.now() }
        const ms = pauseBeforeRetry(failure, Math.random())
        if (ms === undefined) throw error
        await pause(ms, signal)
      }
    }
  }

  /** What is given as undefined counts as not given. */
  #with(options: KeyedCallOptions): CallOptions {
    const given = Object.entries(options).filter(([, value]) => value !== undefined)
    return { ...this.#settings, ...Object.fromEntries(given) }
  }

  #request({ method, path, query, body, repeat }: Asked, { headers, idempotencyKey }: KeyedCallOptions): Request {
    const { url, apiKey, userAgent, headers: always } = this.#settings
    return {
      url: url + withQuery(path, query),
      init: {
        method,
        headers: {
          'user-agent': userAgent,
          ...always,
          ...headers,
          authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(repeat === 'keyed' && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A POST would become a GET on the way, and edge runtimes know no 'error'.
        redirect: 'manual',
      },
    }
  }

  async #try<T>({ url, init }: Request, attempt: Attempt, read: Read<T>): Promise<T> {
    // Not called as a method: some runtimes refuse a fetch whose `this` is not the global object.
    const { fetch } = this.#settings
    try {
      const response = await fetch(url, { ...init, signal: attempt.signal })
      if (response.ok) return await read(response, attempt)
      throw new ApiError(response, errorBody(await response.text()))
    } catch (cause) {
      if (cause instanceof PosthornError) throw cause
      if (attempt.hasTimedOut()) throw new TimeoutError(`${init.method} ${url}: no answer in time.`, { cause })
      throw new ConnectionError(`${init.method} ${url}: ${reasonOf(cause)}`, { cause })
    }
  }
}

type Request = { url: string; init: RequestInit }

/** `fetch failed` alone helps nobody. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message
    ? `${error.message} (${error.cause.message})`
    : error.message
}
