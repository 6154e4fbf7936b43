/** Calls the API of another service. Answers are bounded in time and size, and its rate limits are followed. */
import { Fatal, fatal } from '../../../server/src/core/fatal.ts'
import { isObject, type Json } from './json.ts'

export type ProviderApi = {
  get(path: string): Promise<Json>
  post(path: string, body: Json): Promise<Json>
  /** Downloads a file that the service has exported, at a separate address. The key is not sent. */
  download(url: string): Promise<Buffer>
}

type Options = {
  /** The name of the service, for messages. */
  name: string
  baseUrl: string
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Tells the user why there is a pause. */
  tell(text: string): void
}

/** `hasAnswered`: nothing waits for an address that never answered, because it is probably wrong. */
type Asking = Options & { hasAnswered: boolean }

const timeoutMs = 60_000
/** Pages of these services are far smaller. */
const maxAnswerSize = 32 * 1024 * 1024
const maxFileSize = 512 * 1024 * 1024
const attempts = 6
/** The first pause, when the service does not give one. */
const defaultPauseMs = 1_000
const maxPauseMs = 15 * 60_000

export function providerApi(options: Options): ProviderApi {
  const { baseUrl, headers } = options
  const asking: Asking = { ...options, hasAnswered: false }
  const ask = async (path: string, init: RequestInit): Promise<Json> => {
    // Some services return the URL of the next page. The key is sent only to the given address.
    const url = new URL(path, `${baseUrl}/`)
    if (url.origin !== new URL(baseUrl).origin)
      throw fatal(`${options.name} refers to ${url.origin}, but its key is for ${baseUrl}.`)
    const bytes = await withRetries(asking, url, { ...init, headers: { ...headers, ...init.headers } }, maxAnswerSize)
    return parse(bytes, options)
  }
  return {
    get: path => ask(path, {}),
    post: (path, body) =>
      ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    download: url => withRetries(asking, new URL(url), {}, maxFileSize),
  }
}

async function withRetries(options: Asking, url: URL, init: RequestInit, limit: number): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    options.signal.throwIfAborted()
    const answer = await once(options, url, init, limit)
    options.hasAnswered ||= 'bytes' in answer || answer.status !== undefined
    if ('bytes' in answer) return answer.bytes
    if (!answer.isTemporary || !options.hasAnswered || attempt === attempts)
      throw new Refused(answer.sentence, answer.status)
    const pauseMs = answer.pauseMs ?? defaultPauseMs * 2 ** (attempt - 1)
    if (pauseMs > 5_000) options.tell(`${answer.sentence}; waiting ${Math.round(pauseMs / 1_000)} s.\n`)
    await pause(Math.min(pauseMs, maxPauseMs), options.signal)
  }
}

/** What the service refused; without a status if it did not answer. */
class Refused extends Fatal {
  readonly status: number | undefined

  constructor(message: string, status: number | undefined) {
    super(message)
    this.status = status
  }
}

/** Undefined if what was asked for has been deleted since it was listed. */
export const unlessGone = <Found>(asked: Promise<Found>): Promise<Found | undefined> =>
  asked.catch(error => {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  })

type Refusal = { sentence: string; isTemporary: boolean; status?: number; pauseMs?: number | undefined }
type Answer = { bytes: Buffer } | Refusal

async function once({ name, signal }: Options, url: URL, init: RequestInit, limit: number): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any([signal, timeout]) })
    const bytes = await readBounded(response, limit)
    if (response.ok) return { bytes }
    const isTemporary = response.status === 429 || response.status >= 500
    const { status, headers } = response
    return { sentence: `${name} says: ${wordsOf(status, bytes)}`, isTemporary, status, pauseMs: retryAfter(headers) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof TooLarge) throw fatal(`${url.origin} answers with more than ${limit >> 20} MiB.`, error)
    const { cause } = Object(error)
    const why = timeout.aborted ? `no answer within ${timeoutMs / 1_000} s` : String(cause?.code ?? cause ?? error)
    return { sentence: `No answer from ${name} at ${url.origin}: ${why}`, isTemporary: true }
  }
}

class TooLarge extends Error {}

async function readBounded(response: Response, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > limit) throw new TooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Retry-After in seconds or as a date; some services send when the limit resets instead. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? headers.get('ratelimit-reset')
  if (value === null) return undefined
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined
}

/** The message of the error, from wherever the service puts it. */
function wordsOf(status: number, bytes: Buffer): string {
  let body: Json
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch {
    return String(status)
  }
  if (!isObject(body)) return String(status)
  const [first] = Array.isArray(body.errors) ? body.errors : []
  const nested = isObject(first) ? first.message : isObject(body.error) ? body.error.message : body.error
  const sentence = body.message ?? body.Message ?? nested
  return typeof sentence === 'string' ? `${status} ${sentence.slice(0, 300)}` : String(status)
}

function parse(bytes: Buffer, { name, baseUrl }: Options): Json {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw fatal(`The server at ${baseUrl} is not the API of ${name}. Set its address with --from.`, error)
  }
}

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
