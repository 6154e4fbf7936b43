import { type CallOptions, Connection } from './connection.ts'
import { PosthornError } from './errors.ts'
import { Resources, version } from './resources.generated.ts'

export type PosthornOptions = Omit<CallOptions, 'signal'> & {
  /** `tx_live_…` or `tx_test_…`. Default: POSTHORN_API_KEY. */
  apiKey?: string | undefined
  /** The URL of your Posthorn, such as https://posthorn.example.com. Default: POSTHORN_URL. */
  url?: string | undefined
  /** A custom fetch, for a proxy or for tests. */
  fetch?: typeof fetch | undefined
}

/** The client. One per key is enough: it holds no connection and can make many calls at once. */
export class Posthorn extends Resources {
  constructor(options: PosthornOptions = {}) {
    super(new Connection(settingsOf(options)))
  }
}

function settingsOf({ apiKey, url, fetch: given, ...options }: PosthornOptions) {
  return {
    ...options,
    apiKey: keyOf(required(apiKey ?? fromEnvironment('POSTHORN_API_KEY'), 'an API key', 'apiKey', 'POSTHORN_API_KEY')),
    url: addressOf(
      required(url ?? fromEnvironment('POSTHORN_URL'), 'the address of your Posthorn', 'url', 'POSTHORN_URL'),
    ),
    fetch: given ?? fetch,
    userAgent: `posthorn-sdk/${version} typescript`,
  }
}

function required(value: string | undefined, what: string, option: string, variable: string): string {
  if (value) return value
  throw new PosthornError(`The client needs ${what}: set ${variable}, or pass { ${option} }.`)
}

/** A key from a file may end with a line break. */
function keyOf(text: string): string {
  const key = text.trim()
  const [strange] = /[^\x21-\x7e]/u.exec(key) ?? []
  if (strange === undefined) return key
  throw new PosthornError(
    `The API key contains ${JSON.stringify(strange)}, but keys have only ASCII characters and no spaces. Copy the whole key to POSTHORN_API_KEY or { apiKey }.`,
  )
}

/** People also give it with a slash at the end, or with the /v1 of every path. A host may be called v1. */
function addressOf(given: string): string {
  const url = given.trim()
  if (/^https?:\/\/[^/?#]/.test(url)) return url.replace(/(?<=[^/:])\/+(?:v1\/*)?$/, '')
  throw new PosthornError(`The url must be one such as https://posthorn.example.com, not ${JSON.stringify(url)}.`)
}

/** Undefined without an environment: some edge runtimes have none, and Deno can deny access. */
function fromEnvironment(name: string): string | undefined {
  try {
    // as: only some runtimes have `process`.
    return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name]
  } catch {
    return undefined
  }
}

export type { CallOptions, KeyedCallOptions } from './connection.ts'
export {
  ApiError,
  ConnectionError,
  type Fault,
  PosthornError,
  TimeoutError,
  WebhookVerificationError,
} from './errors.ts'
export type { EventStream } from './event-stream.ts'
export type { Page, Pages } from './pages.ts'
export type * from './types.generated.ts'
export { type UnwrapOptions, unwrapWebhook, type WebhookHeaders } from './unwrap-webhook.ts'
