/**
 * Sends a POST only once its connection is established, so that it is always known whether the request may have arrived.
 * `fetch` does not show whether a connection broke before or after sending.
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
  /** The body may be cut: at 64 KiB, or where the peer disconnected. */
  | { kind: 'answered'; status: number; headers: IncomingHttpHeaders; body: string; tls?: string }
  /** Nothing of the request was sent. */
  | { kind: 'unreached'; why: string }
  /** The request was sent, completely or in part. */
  | { kind: 'unanswered'; why: string; tls?: string }

type Post = {
  path: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Resolves when the request may be sent. */
  beforeSend(): Promise<void>
}

export type Poster = AsyncDisposable & {
  readonly host: string
  post(post: Post): Promise<Posted>
}

/** `timeoutMs` applies to the connection, and again to the answer. */
type PosterOptions = { baseUrl: string; timeoutMs: number }

const maxAnswerBytes = 65_536

const agentOptions = {
  keepAlive: true,
  // We close idle connections first: if the peer closes one just as the next request is sent, that request is in doubt.
  timeout: 4_000,
  autoSelectFamilyAttemptTimeout: 3_000,
}

export function openPoster({ baseUrl, timeoutMs }: PosterOptions): Poster {
  const base = new URL(baseUrl)
  const isSecure = base.protocol === 'https:'
  const agent = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions)
  const request = isSecure ? httpsRequest : httpRequest
  const running = new Set<Promise<Posted>>()

  async function post({ path, headers, body, beforeSend }: Post): Promise<Posted> {
    const length = { 'content-length': `${Buffer.byteLength(body)}` }
    const url = new URL(base.pathname.replace(/\/+$/, '') + path, base)
    const begun = request(url, { method: 'POST', agent, headers: { ...headers, ...length } })
    const exchanged = exchange(begun, { body, beforeSend, timeoutMs })
    running.add(exchanged)
    return exchanged.finally(() => running.delete(exchanged))
  }

  return {
    host: base.host,
    post,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(running)
      agent.destroy()
    },
  }
}

type Exchange = Pick<Post, 'body' | 'beforeSend'> & { timeoutMs: number }

async function exchange(request: ClientRequest, { body, beforeSend, timeoutMs }: Exchange): Promise<Posted> {
  const failed = new Promise<string>(resolve => {
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    request.once('close', () => resolve('closed by the peer'))
  })
  const answered = new Promise<IncomingMessage>(resolve => request.once('response', resolve))
  const timeOut = () => request.destroy(new Error(`nothing within ${timeoutMs} ms`))
  // An answer before the request is invalid.
  const answeredTooEarly = () => request.destroy(new Error('answered before the request'))
  request.once('response', answeredTooEarly)

  let timer = setTimeout(timeOut, timeoutMs)
  let response: IncomingMessage | string = ''
  try {
    const socket = await Promise.race([connected(request), failed])
    clearTimeout(timer)
    if (typeof socket === 'string') return { kind: 'unreached', why: socket }
    await beforeSend()
    if (request.destroyed) return { kind: 'unreached', why: await failed }

    request.off('response', answeredTooEarly)
    timer = setTimeout(timeOut, timeoutMs)
    request.end(body)
    response = await Promise.race([answered, failed])
    const tls = protocolOf(socket)
    if (typeof response === 'string') return { kind: 'unanswered', why: response, ...tls }
    const { statusCode: status = 0, headers } = response
    return { kind: 'answered', status, headers, body: await read(response), ...tls }
  } finally {
    clearTimeout(timer)
    // Only a completed exchange leaves its connection reusable.
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
      if (size > maxAnswerBytes) break
    }
  } catch {
    // The status has arrived, and it decides.
  }
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8')
}
