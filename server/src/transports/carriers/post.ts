/**
 * One POST at a time over a connection that is there before anything is said, so that it is always known whether the
 * request may have arrived. `fetch` cannot tell a connection that broke before from one that broke after.
 */
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

export type Posted =
  /** The body may be cut off: at 64 KiB, or where the peer broke off. */
  | { kind: 'answered'; status: number; headers: IncomingHttpHeaders; body: string; tls?: string }
  /** Not an octet of the request has left. */
  | { kind: 'unreached'; why: string }
  /** The request has left, wholly or in part. */
  | { kind: 'unanswered'; why: string; tls?: string }

type Post = {
  path: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Resolves when the request may leave. */
  beforeSend(): Promise<void>
}

export type Poster = AsyncDisposable & {
  readonly host: string
  post(post: Post): Promise<Posted>
}

/** `timeoutMs` is for the connection, and again for the answer. */
type PosterOptions = { baseUrl: string; timeoutMs: number }

const largestAnswer = 65_536

const agentOptions = {
  keepAlive: true,
  // An idle connection is closed by us: one that the peer closes at the moment of the next request leaves doubt.
  timeout: 4_000,
  autoSelectFamilyAttemptTimeout: 3_000,
}

export function openPoster({ baseUrl, timeoutMs }: PosterOptions): Poster {
  const base = new URL(baseUrl)
  const isSecure = base.protocol === 'https:'
  const agent = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions)
  const request = isSecure ? httpsRequest : httpRequest
  const underWay = new Set<Promise<Posted>>()

  async function post({ path, headers, body, beforeSend }: Post): Promise<Posted> {
    const length = { 'content-length': `${Buffer.byteLength(body)}` }
    const url = new URL(base.pathname.replace(/\/+$/, '') + path, base)
    const begun = request(url, { method: 'POST', agent, headers: { ...headers, ...length } })
    const exchanged = exchange(begun, { body, beforeSend, timeoutMs })
    underWay.add(exchanged)
    return exchanged.finally(() => underWay.delete(exchanged))
  }

  return {
    host: base.host,
    post,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(underWay)
      agent.destroy()
    },
  }
}

type Exchange = Pick<Post, 'body' | 'beforeSend'> & { timeoutMs: number }

async function exchange(request: ClientRequest, { body, beforeSend, timeoutMs }: Exchange): Promise<Posted> {
  const failed = new Promise<string>(resolve => {
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    request.once('close', () => resolve('it was closed'))
  })
  const answered = new Promise<IncomingMessage>(resolve => request.once('response', resolve))
  const giveUp = () => request.destroy(new Error(`nothing within ${timeoutMs} ms`))
  // Nobody can answer what was not asked.
  const answeredTooEarly = () => request.destroy(new Error('it spoke first'))
  request.once('response', answeredTooEarly)

  let timer = setTimeout(giveUp, timeoutMs)
  let response: IncomingMessage | string = ''
  try {
    const socket = await Promise.race([connected(request), failed])
    clearTimeout(timer)
    if (typeof socket === 'string') return { kind: 'unreached', why: socket }
    await beforeSend()
    if (request.destroyed) return { kind: 'unreached', why: await failed }

    request.off('response', answeredTooEarly)
    timer = setTimeout(giveUp, timeoutMs)
    request.end(body)
    response = await Promise.race([answered, failed])
    const tls = protocolOf(socket)
    if (typeof response === 'string') return { kind: 'unanswered', why: response, ...tls }
    const { statusCode: status = 0, headers } = response
    return { kind: 'answered', status, headers, body: await read(response), ...tls }
  } finally {
    clearTimeout(timer)
    // Only a finished exchange gives its connection back.
    if (typeof response === 'string' || !response.complete) request.destroy()
  }
}

function connected(request: ClientRequest): Promise<Socket> {
  return new Promise(resolve => {
    request.once('socket', socket => {
      if (request.reusedSocket) resolve(socket)
      else socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => resolve(socket))
    })
  })
}

const protocolOf = (socket: Socket): { tls?: string } => {
  const protocol = socket instanceof TLSSocket ? socket.getProtocol() : null
  return protocol ? { tls: protocol } : {}
}

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size > largestAnswer) break
    }
  } catch {
    // The status has come, and it is the status that decides.
  }
  return Buffer.concat(chunks).subarray(0, largestAnswer).toString('utf8')
}
