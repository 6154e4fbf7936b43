/** A careful HTTP client, which checks in every answer what all answers promise. */
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request as open } from 'node:http'
import type { ErrorBody } from '@posthorn/contract/errors'
import type { Answer } from './answer.ts'
import { checkEveryAnswer } from './every-answer.ts'

export type Ask = {
  method?: string
  path: string
  /** Null for no key. */
  key?: string | null
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, instead of a body. */
  raw?: string | Buffer
  headers?: OutgoingHttpHeaders
  agent?: Agent
}

// Longer than any promised time, so that a hang shows as one.
const timeoutMs = 15_000
// Closed long before the service closes it after 72 s: on a busy machine a second is not enough to notice that. By our own
// timeout, since an agent without one ignores the service's.
const shared = new Agent({ keepAlive: true, maxSockets: 64, timeout: 30_000 })

export async function ask<Body = ErrorBody>(url: string, asked: Ask): Promise<Answer<Body>> {
  const { method = 'GET', path, key, body, raw, headers = {}, agent = shared } = asked
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await new Promise<Omit<Answer, 'body'>>((resolve, reject) => {
    const outgoing = open(`${url}${path}`, {
      method,
      agent,
      path,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
    })
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`${method} ${path}: no answer in ${timeoutMs} ms`)))
    outgoing.once('error', reject)
    outgoing.once('response', incoming => void read(incoming).then(resolve, reject))
    outgoing.end(payload)
  })
  const answer = { ...response, body: parse(response) }
  checkEveryAnswer(answer, { method, path })
  // `as`: the test names the type that it expects, and checks it.
  return answer as Answer<Body>
}

async function read(incoming: IncomingMessage) {
  const chunks: Buffer[] = []
  // An endless answer is cut off after its first piece.
  const isEndless = incoming.headers['content-type']?.startsWith('text/event-stream')
  for await (const chunk of incoming) {
    chunks.push(chunk)
    if (isEndless) break
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text }
}

const parse = ({ headers, text }: Omit<Answer, 'body'>): unknown =>
  text && headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : undefined

export type Client = ReturnType<typeof client>

/** The API with one key. A patient client repeats a read when it is told to, as every published client does. */
export function client(url: string, key: string | null, { patient = false } = {}) {
  const as = async <Body = ErrorBody>(asked: Ask) => {
    const answer = await ask<Body>(url, { key, ...asked })
    const isTold = patient && answer.status === 503 && (asked.method ?? 'GET') === 'GET'
    return isTold ? ask<Body>(url, { key, ...asked }) : answer
  }
  return {
    url,
    key,
    ask: as,
    get: <Body = ErrorBody>(path: string) => as<Body>({ path }),
    post: <Body = ErrorBody>(path: string, body?: unknown, headers: OutgoingHttpHeaders = {}) =>
      as<Body>({ method: 'POST', path, body, headers }),
    put: <Body = ErrorBody>(path: string, body?: unknown) => as<Body>({ method: 'PUT', path, body }),
    patch: <Body = ErrorBody>(path: string, body?: unknown) => as<Body>({ method: 'PATCH', path, body }),
    delete: <Body = ErrorBody>(path: string) => as<Body>({ method: 'DELETE', path }),
  }
}
