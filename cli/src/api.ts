/** Calls the API over HTTP, with a key. */
import { Fatal, fatal } from '../../server/src/core/fatal.ts'
import { invocation } from './command.ts'
import type { Access } from './login-file.ts'

type ApiRequest = { method?: string; path: string; body?: unknown; idempotencyKey?: string }
export type ApiAnswer = { status: number; body: unknown; headers: Headers }

/** Longer than any request takes. */
const timeoutMs = 60_000

export async function askApi({ url, key }: Access, request: ApiRequest): Promise<ApiAnswer> {
  const { method = 'GET', path, body, idempotencyKey } = request
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'user-agent': 'posthorn-cli',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    // The key must not be sent to another server.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(noAnswer(url))
  return { status: response.status, body: await readJson(response, url), headers: response.headers }
}

/** Nothing answers, or only a proxy in front of the API. The request may have been carried out. */
export class Unreachable extends Fatal {}

const noAnswer = (url: string) => (cause: unknown) => {
  const advice = `Is it running? Run "${invocation} doctor" for details.`
  throw new Unreachable(`No answer from ${url}: ${reasonOf(cause)}. ${advice}`, { cause })
}

/** A refusal of the API: its message for people, and its body for scripts. */
export class Refused extends Fatal {
  readonly body: unknown

  constructor({ status, body }: Pick<ApiAnswer, 'status' | 'body'>) {
    super(`The API says: ${refusalIn(body) ?? status}`)
    this.body = body
  }
}

/** Returns the body of a successful answer; throws `Refused` otherwise. */
export async function askOrThrow<Body>(access: Access, request: ApiRequest): Promise<Body> {
  const answer = await askApi(access, request)
  if (answer.status >= 400) throw new Refused(answer)
  return answer.body as Body // as: by the contract
}

export function refusalIn(body: unknown): string | undefined {
  const { code, message, details } = Object(body)
  if (typeof message !== 'string') return undefined
  const faults: unknown[] = Array.isArray(details) ? details : []
  const lines = faults.map(fault => `\n  ${Object(fault).path}: ${Object(fault).message}`)
  // The usual message of this code points to the details, which follow here.
  const isAboutThem = code === 'validation_error' && lines.length > 0
  return [isAboutThem ? 'The request is not valid:' : message, ...lines].join('')
}

async function readJson(response: Response, url: string): Promise<unknown> {
  const text = await response.text().catch(noAnswer(url))
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const body = isJson ? parse(text) : undefined
  if (body !== undefined) return body
  if (response.status > 500) throw new Unreachable(`No answer from ${url}: only a proxy's ${response.status}.`)
  throw fatal(`The server that answers at ${url} is not Posthorn. Set the address of the API with --url.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `nothing within ${timeoutMs / 1000} s`
  const { cause } = error
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : error.message
}
