/** Makes a call: adds the key, applies timeouts, and retries where that is safe. */
import { ApiError, ConnectionError, errorBody, PosthornError, TimeoutError } from './errors.ts'
import { mergeHeaders } from './headers.ts'
import { type QueryValues, withQuery } from './path.ts'
import { pauseBeforeRetry, type Repeat } from './retry.ts'
import { type Attempt, beginAttempt, pause } from './timeouts.ts'

export type CallOptions = {
  /** Aborts the call, also between two attempts. */
  signal?: AbortSignal | undefined
  /** The timeout of one attempt, until its answer is read. Default: 30 seconds. */
  timeoutMs?: number | undefined
  /** The timeout of the whole call, with its retries. Default: two minutes. */
  deadlineMs?: number | undefined
  /** How often a failed call is retried. Default: three times. */
  maxRetries?: number | undefined
  /** Additional headers. */
  headers?: { readonly [name: string]: string } | undefined
}

export type KeyedCallOptions = CallOptions & {
  /** Shared by all attempts of a call. Default: the header of this name, or a random key. With your own, such as the id of an order, you can also repeat the call later. */
  idempotencyKey?: string | undefined
}

export type Call = {
  method: string
  path: string
  query?: QueryValues | undefined
  body?: unknown
  /** Default: `safe`. */
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

  json<T>(call: Call, options?: KeyedCallOptions): Promise<T> {
    return this.#call(call, options, async (response, attempt) => {
      const text = await response.text()
      attempt.end()
      try {
        return JSON.parse(text)
      } catch {
        throw new ApiError(response, undefined)
      }
    })
  }

  /** For a body that is read later: the signal still aborts it, but the timeout no longer does. */
  response(call: Call, options?: CallOptions): Promise<Response> {
    return this.#call(call, options, async (response, attempt) => {
      attempt.stopClock()
      return response
    })
  }

  async #call<T>(call: Call, options: KeyedCallOptions = {}, read: Read<T>): Promise<T> {
    const { repeat = 'safe' } = call
    const { maxRetries = 3, deadlineMs = 120_000, timeoutMs = 30_000, signal } = this.#with(options)
    const request = this.#request(call, options)
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

  /** Options that are undefined count as not given. */
  #with(options: KeyedCallOptions): CallOptions {
    const given = Object.entries(options).filter(([, value]) => value !== undefined)
    return { ...this.#settings, ...Object.fromEntries(given) }
  }

  #request({ method, path, query, body, repeat }: Call, { headers, idempotencyKey }: KeyedCallOptions): Request {
    const { url, apiKey, userAgent, headers: always } = this.#settings
    const given = mergeHeaders({ 'user-agent': userAgent }, always, headers, { 'idempotency-key': idempotencyKey })
    return {
      url: url + withQuery(path, query),
      init: {
        method,
        headers: {
          ...(repeat === 'keyed' && { 'idempotency-key': crypto.randomUUID() }),
          ...given,
          authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // Following a redirect would turn a POST into a GET. Edge runtimes do not support 'error'.
        redirect: 'manual',
      },
    }
  }

  async #try<T>({ url, init }: Request, attempt: Attempt, read: Read<T>): Promise<T> {
    // Not called as a method: some runtimes refuse fetch when `this` is not the global object.
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

/** Adds the cause, because `fetch failed` alone does not help. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message
    ? `${error.message} (${error.cause.message})`
    : error.message
}
