/** How the receiver of webhooks behaves at one path. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

export type WebhookAct = Readonly<{
  /** 200 when left out. */
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  delayMs?: number
  /**
   * What follows the body. `close`: the connection ends with it. `drip`: an octet every 10 ms, without end. `pour`: 1 GB, as fast
   * as it is read.
   */
  after?: 'end' | 'close' | 'hang' | 'reset' | 'drip' | 'pour'
  /** No answer at all. */
  silent?: 'hang' | 'reset' | 'close'
}>

/** A single act always applies; of several each applies once, and 200 follows them. */
export type WebhookScript = Record<string, WebhookAct | WebhookAct[]>

export function nextAct(script: WebhookScript, path: string): WebhookAct {
  const acts = script[path] ?? {}
  return Array.isArray(acts) ? (acts.shift() ?? {}) : acts
}

const gigabyte = 1_000_000_000
const bucket = Buffer.alloc(65_536, 'a')

export async function perform(act: WebhookAct, response: ServerResponse, pour: (octets: number) => void) {
  const { status = 200, headers = {}, body = '', delayMs = 0, after = 'end', silent } = act
  const { socket } = response
  if (delayMs > 0) await new Promise(resolve => setTimeout(resolve, delayMs))
  if (silent === 'reset') reset(socket)
  if (silent === 'close') socket?.destroy()
  if (silent) return

  const length = after === 'end' ? { 'content-length': Buffer.byteLength(body) } : {}
  response.writeHead(status, { ...length, ...(after === 'close' && { connection: 'close' }), ...headers })
  if (after === 'end' || after === 'close') return response.end(body)
  response.flushHeaders()
  if (body.length > 0) response.write(body)
  if (after === 'reset') setTimeout(reset, 10, socket)
  if (after === 'drip') drip(response)
  if (after === 'pour') await pourInto(response, pour)
}

/** Only TCP has resets. */
function reset(socket: Socket | null) {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket?.resetAndDestroy()
}

function drip(response: ServerResponse) {
  const timer = setInterval(() => response.write('.'), 10)
  response.once('close', () => clearInterval(timer))
}

async function pourInto(response: ServerResponse, pour: (octets: number) => void) {
  const closed = once(response, 'close')
  for (let poured = 0; poured < gigabyte && !response.destroyed; poured += bucket.length) {
    pour(bucket.length)
    if (!response.write(bucket)) await Promise.race([once(response, 'drain'), closed])
  }
  response.end()
}
