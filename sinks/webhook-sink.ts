/**
 * A receiver of webhooks on a real socket, for tests and benches: it keeps what it receives, and behaves as scripted
 * (webhook-sink-script.ts).
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { smtpCertificate } from './smtp-certificate.ts'
import { nextAct, perform, type WebhookAct, type WebhookScript } from './webhook-sink-script.ts'

export type ReceivedWebhook = Readonly<{
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  at: Date
}>

export type WebhookSink = AsyncDisposable & {
  readonly url: string
  readonly port: number
  /** All requests, whatever their outcome. */
  readonly received: readonly ReceivedWebhook[]
  /** How many requests have arrived, kept or not. */
  readonly count: number
  readonly connections: { readonly now: number; readonly peak: number; readonly total: number }
  /** How many octets of endless answers it has sent. */
  readonly poured: number
  /** Resolves when this many requests have arrived. */
  waitFor(count: number): Promise<readonly ReceivedWebhook[]>
  resetAll(): void
}

export type WebhookSinkOptions = {
  port?: number
  host?: string
  /** `true`: self-signed for localhost and 127.0.0.1 (smtp-certificate.ts). */
  tls?: boolean | { key: string; cert: string }
  script?: WebhookScript | ((webhook: ReceivedWebhook) => WebhookAct)
  /** False: requests are only counted. */
  keep?: boolean
}

export async function startWebhookSink(options: WebhookSinkOptions = {}): Promise<WebhookSink> {
  const { port = 0, host = '127.0.0.1', tls = false, script = {}, keep = true } = options
  const received: ReceivedWebhook[] = []
  const connections = { now: 0, peak: 0, total: 0 }
  const sockets = new Set<Socket>()
  const waiting: { count: number; resolve: () => void }[] = []
  let count = 0
  let poured = 0

  function record(webhook: ReceivedWebhook) {
    count++
    if (keep) received.push(webhook)
    for (const one of waiting.filter(one => one.count <= count)) one.resolve()
  }

  const listen: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.once('end', () => {
      const { method = '', url: path = '', headers } = request
      const webhook = { method, path, headers, body: Buffer.concat(chunks).toString('utf8'), at: new Date() }
      record(webhook)
      const act = typeof script === 'function' ? script(webhook) : nextAct(script, path)
      void perform(act, response, octets => {
        poured += octets
      })
    })
  }

  function accept(socket: Socket) {
    connections.total++
    connections.peak = Math.max(connections.peak, ++connections.now)
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      connections.now--
      sockets.delete(socket)
    })
  }

  function resetAll() {
    for (const socket of sockets) socket.resetAndDestroy()
  }

  const server = tls
    ? createTlsServer({ ...(tls === true ? smtpCertificate : tls) }, listen)
    : createServer({ noDelay: true }, listen)
  server.on('connection', accept)
  server.on('tlsClientError', () => {})
  server.listen(port, host)
  await once(server, 'listening')
  // A server that listens on a TCP port has an address with a port.
  const address = server.address() as AddressInfo

  return {
    url: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    received,
    connections,
    get count() {
      return count
    },
    get poured() {
      return poured
    },
    async waitFor(wanted) {
      if (count < wanted) await new Promise<void>(resolve => waiting.push({ count: wanted, resolve }))
      return received
    },
    resetAll,
    async [Symbol.asyncDispose]() {
      resetAll()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
