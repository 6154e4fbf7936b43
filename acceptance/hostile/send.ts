/** Sends what no careful client would: large, expensive to judge, in pieces, many in parallel. */
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'

export type Hostile = {
  /** Only the documented answers of this operation are allowed; undefined for a path outside the published API. */
  operation?: string
  method: string
  path: string
  body?: string | Buffer
  /** Without a length, in chunks. */
  isChunked?: boolean
  /** How often the body is repeated within one request. */
  times?: number
  headers?: Record<string, string>
}

export type Sent = {
  about: string
  operation?: string | undefined
  /** 0 when the connection ended without an answer, -1 when it ended while the request was still being sent. */
  status: number
  body: Record<string, unknown>
  ms: number
}

const pieceSize = 256 * 1024
// Longer than the worst stall ever seen, so that it is measured and not cut off.
const timeoutMs = 120_000

export function send(url: string, key: string, hostile: Hostile, about = ''): Promise<Sent> {
  const { operation, method, path, isChunked, times = 1 } = hostile
  const body = hostile.body === undefined ? undefined : Buffer.from(hostile.body)
  const agent = new Agent()
  const began = performance.now()
  return new Promise(resolve => {
    const finish = (status: number, text: string) => {
      agent.destroy()
      resolve({
        about: about || `${method} ${path}`,
        operation,
        status,
        body: parse(text),
        ms: performance.now() - began,
      })
    }
    const headers = {
      // A person has a session instead.
      ...(hostile.headers?.cookie === undefined && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(body && !isChunked && { 'content-length': String(body.length) }),
      ...hostile.headers,
    }
    const outgoing = request(`${url}${path}`, { agent, method, headers })
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy())
    // A server that refuses early may close the connection on a client that keeps sending; the answer is then lost with it.
    outgoing.once('error', () => finish(outgoing.writableEnded ? 0 : -1, ''))
    outgoing.once('response', incoming => void read(incoming).then(text => finish(incoming.statusCode ?? 0, text)))
    void feed(outgoing, body, times)
  })
}

/** Stops with the answer: a request that is refused early is not sent to its end. */
async function feed(outgoing: ClientRequest, body: Buffer = Buffer.alloc(0), times: number): Promise<void> {
  let isOver = false
  const over = new Promise<void>(resolve => {
    for (const event of ['response', 'error', 'close']) outgoing.once(event, () => resolve())
  }).then(() => {
    isOver = true
  })
  for (let at = 0; at < times * body.length && !isOver; at += pieceSize) {
    const from = at % body.length
    const isTaken = outgoing.write(body.subarray(from, from + pieceSize))
    if (!isTaken) await Promise.race([over, new Promise(resolve => outgoing.once('drain', resolve))])
  }
  if (!isOver) outgoing.end()
}

async function read(incoming: IncomingMessage): Promise<string> {
  let text = ''
  try {
    for await (const chunk of incoming.setEncoding('utf8')) {
      text += chunk
      // An endless answer is cut off after its first piece.
      if (incoming.headers['content-type']?.startsWith('text/event-stream')) break
    }
  } catch {
    // The status has arrived; the rest was cut off.
  }
  return text
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
