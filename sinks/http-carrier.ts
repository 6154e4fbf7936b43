/**
 * A carrier of text messages behind HTTP on a real socket, for tests: it keeps what it takes, signs its reports, and misbehaves
 * as scripted (http-carrier-script.ts).
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import {
  type AskedSms,
  type Callback,
  type CarrierDialect,
  type FromPerson,
  type HeardRequest,
  isRefusal,
  type ReportedState,
  type TakenSms,
} from './http-carrier-dialect.ts'
import { type CarrierAct, CarrierScript } from './http-carrier-script.ts'
import { smtpCertificate } from './smtp-certificate.ts'

type CallbackAnswer = Readonly<{ status: number; type: string; body: string }>

type Reporting = {
  times?: number
  /** `wrong`: one octet is changed. */
  signature?: 'wrong' | 'missing'
  /** Instead of the address that came with the message. */
  address?: string
}

export type HttpCarrier = AsyncDisposable & {
  readonly url: string
  readonly port: number
  /** All requests, whatever their outcome. */
  readonly requests: readonly HeardRequest[]
  /** Each message that it would deliver; a message that was taken twice is listed twice. */
  readonly taken: readonly TakenSms[]
  readonly connections: { readonly now: number; readonly total: number }
  /** What to do with the next copies for a number. */
  script(number: string, ...acts: CarrierAct[]): void
  /** Resolves when this many messages were taken. */
  waitFor(count: number): Promise<readonly TakenSms[]>
  /** Reports the state of a message, even of one that was never sent. Resolves with the answer to each report. */
  report(sms: TakenSms, state: ReportedState, reporting?: Reporting): Promise<CallbackAnswer[]>
  /** A message from a person. */
  deliver(address: string, message: FromPerson, reporting?: Reporting): Promise<CallbackAnswer[]>
  resetAll(): void
}

export type HttpCarrierOptions = { port?: number; tls?: boolean }

export async function startHttpCarrier(
  dialect: CarrierDialect,
  { port = 0, tls = false }: HttpCarrierOptions = {},
): Promise<HttpCarrier> {
  const script = new CarrierScript()
  const requests: HeardRequest[] = []
  const taken: TakenSms[] = []
  const byKey = new Map<string, { body: string; sms: TakenSms }>()
  const waiting: { count: number; resolve: () => void }[] = []
  const connections = { now: 0, total: 0 }
  const sockets = new Set<Socket>()

  /** Null when the key was used for another request. */
  function take(asked: AskedSms, body: string): TakenSms | null {
    const known = asked.idempotencyKey === null ? undefined : byKey.get(asked.idempotencyKey)
    if (known) return known.body === body ? known.sms : null
    const sms = { ...asked, id: dialect.newId() }
    if (asked.idempotencyKey !== null) byKey.set(asked.idempotencyKey, { body, sms })
    taken.push(sms)
    for (const one of waiting.filter(one => one.count <= taken.length)) one.resolve()
    return sms
  }

  async function answer(request: HeardRequest, response: ServerResponse): Promise<void> {
    const asked = dialect.read(request)
    if (isRefusal(asked)) return send(response, dialect.refused(asked))
    const act = script.next(asked.to)
    const isTaken = act === 'take' || 'receiptFirst' in act || act.taken
    const sms = isTaken ? take(asked, request.body) : { ...asked, id: '' }
    if (!sms) return send(response, dialect.refused({ status: 422, code: '10027', words: 'Idempotency-Key was used' }))
    if (act === 'take') return send(response, dialect.taken(sms))
    if ('receiptFirst' in act) {
      await report(sms, act.receiptFirst)
      return send(response, dialect.taken(sms))
    }
    if ('after' in act) {
      if (act.after === 'reset') response.socket?.destroy()
      return
    }
    const { status = 200 } = act
    if ('raw' in act) return send(response, { status, type: act.type ?? 'text/html', body: act.raw }, act.headers)
    send(response, dialect.refused({ status, code: act.code ?? '0', words: act.words ?? 'As the script says' }))
  }

  const listen: RequestListener = async (message, response) => {
    const request = await hear(message)
    requests.push(request)
    await answer(request, response)
  }

  async function report(sms: TakenSms, state: ReportedState, reporting: Reporting = {}): Promise<CallbackAnswer[]> {
    const address = reporting.address ?? sms.callbackUrl
    return address === null ? [] : call(address, () => dialect.receipt(sms, state, address), reporting)
  }

  async function call(address: string, make: () => Callback, { times = 1, signature }: Reporting) {
    const answers: CallbackAnswer[] = []
    const callback = make()
    const headers = { ...callback.headers, ...(signature === 'wrong' && forge(callback.headers)) }
    if (signature === 'missing') delete headers[dialect.signatureHeader]
    for (let nth = 0; nth < times; nth++) {
      const response = await fetch(address, { method: 'POST', headers, body: callback.body, redirect: 'manual' })
      const type = response.headers.get('content-type') ?? ''
      answers.push({ status: response.status, type, body: await response.text() })
    }
    return answers
  }

  function forge(headers: Record<string, string>): Record<string, string> {
    const octets = Buffer.from(headers[dialect.signatureHeader] ?? '', 'base64')
    octets[0] = (octets[0] ?? 0) ^ 1
    return { [dialect.signatureHeader]: octets.toString('base64') }
  }

  const server = tls ? createTlsServer(smtpCertificate, listen) : createServer(listen)
  server.on('connection', (socket: Socket) => {
    connections.now++
    connections.total++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      connections.now--
      sockets.delete(socket)
    })
  })
  server.on('tlsClientError', () => {})
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a TCP port has an address with a port.
  const address = server.address() as AddressInfo

  const resetAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }

  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    taken,
    connections,
    script: (number, ...acts) => script.set(number, acts),
    async waitFor(count) {
      if (taken.length < count) await new Promise<void>(resolve => waiting.push({ count, resolve }))
      return taken
    },
    report,
    deliver: (address, message, reporting = {}) => call(address, () => dialect.inbound(message, address), reporting),
    resetAll,
    async [Symbol.asyncDispose]() {
      resetAll()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function hear(message: IncomingMessage): Promise<HeardRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  const { method = '', url: path = '', headers } = message
  return { method, path, headers, body: Buffer.concat(chunks).toString('utf8') }
}

function send(
  response: ServerResponse,
  { status, type, body }: { status: number; type: string; body: string },
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}
