/** Asks the API over HTTP, with a key. */
import { Fatal, fatal } from '../../server/src/core/fatal.ts'
import { invocation } from './command.ts'
import type { Access } from './login-file.ts'

type Asked = { method?: string; path: string; body?: unknown; idempotencyKey?: string }
export type ApiAnswer = { status: number; body: unknown; headers: Headers }

/** Longer than any answer takes. */
const patienceMs = 60_000

export async function askApi({ url, key }: Access, asked: Asked): Promise<ApiAnswer> {
  const { method = 'GET', path, body, idempotencyKey } = asked
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'user-agent': 'posthorn-cli',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    // A key must not follow to somebody else.
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(cause => {
    throw fatal(`No answer from ${url}: ${reasonOf(cause)}. Is it running? ${invocation} doctor looks closer.`, cause)
  })
  return { status: response.status, body: await readJson(response, url), headers: response.headers }
}

/** A no of the API: one line that says why, and its body for scripts. */
export class Refused extends Fatal {
  readonly body: unknown

  constructor({ status, body }: Pick<ApiAnswer, 'status' | 'body'>) {
    super(`The API says: ${refusalIn(body) ?? status}`)
    this.body = body
  }
}

/** The body of a yes; a no becomes one line that says why. */
export async function askWell<Body>(access: Access, asked: Asked): Promise<Body> {
  const answer = await askApi(access, asked)
  if (answer.status >= 400) throw new Refused(answer)
  return answer.body as Body // as: what the contract says of the operation
}

export function refusalIn(body: unknown): string | undefined {
  const { message, details } = Object(body)
  if (typeof message !== 'string') return undefined
  const faults: unknown[] = Array.isArray(details) ? details : []
  const lines = faults.map(fault => `\n  ${Object(fault).path}: ${Object(fault).message}`)
  return message + lines.join('')
}

async function readJson(response: Response, url: string): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const body = isJson ? await response.json().catch(() => undefined) : undefined
  if (body === undefined)
    throw fatal(`Something that is not Posthorn answers at ${url}. Name the address of the API with --url.`)
  return body
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `nothing in ${patienceMs / 1000} s`
  const { cause } = error
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : error.message
}
