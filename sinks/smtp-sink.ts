/** An SMTP server on a real socket that keeps what it receives, for tests and benches, and misbehaves as scripted (smtp-script.ts). */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, createServer as createTlsServer } from 'node:tls'
import { smtpCertificate } from './smtp-certificate.ts'
import {
  type HeardCommand,
  type ReceivedMessage,
  SmtpSinkConnection,
  type SmtpSinkOptions,
} from './smtp-sink-connection.ts'

export type SmtpSink = AsyncDisposable & {
  readonly port: number
  readonly url: string
  readonly messages: readonly ReceivedMessage[]
  /** How many messages have arrived, kept or not. */
  readonly received: number
  /** Each line outside of messages, with how it arrived. */
  readonly commands: readonly HeardCommand[]
  readonly connections: {
    readonly now: number
    readonly peak: number
    readonly total: number
    readonly refused: number
    /** The addresses that they came from, in order. */
    readonly from: readonly string[]
  }
  /** What has arrived of incomplete messages. */
  unfinished(): Buffer[]
  /** Resolves when this many messages have arrived. */
  waitFor(count: number): Promise<readonly ReceivedMessage[]>
  /** Resets all connections. */
  resetAll(): void
}

export async function startSmtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const { port = 0, host = '127.0.0.1', tls = 'starttls', keep = true } = options
  const log = { messages: [] as ReceivedMessage[], commands: [] as HeardCommand[], received: 0 }
  const open = new Set<SmtpSinkConnection>()
  const connections = { now: 0, peak: 0, total: 0, refused: 0, from: [] as string[] }
  const waiting: { count: number; resolve: () => void }[] = []
  const secureContext = createSecureContext(smtpCertificate)

  function record(message: () => ReceivedMessage) {
    log.received++
    if (keep) log.messages.push(message())
    for (const one of waiting.filter(one => one.count <= log.received)) one.resolve()
  }

  function accept(socket: Socket) {
    if (connections.now >= (options.maxConnections ?? Number.POSITIVE_INFINITY)) {
      connections.refused++
      socket.on('error', () => {})
      socket.end('421 4.7.0 Too many connections from you\r\n')
      return
    }
    connections.total++
    connections.from.push(socket.remoteAddress ?? '')
    connections.peak = Math.max(connections.peak, ++connections.now)
    const connection = new SmtpSinkConnection(socket, {
      ...options,
      secureContext,
      keep,
      number: connections.total,
      record,
      commands: log.commands,
    })
    open.add(connection)
    socket.once('close', () => {
      connections.now--
      open.delete(connection)
    })
  }

  function resetAll() {
    for (const connection of open) connection.reset()
  }

  const server = tls === 'implicit' ? createTlsServer(smtpCertificate, accept) : createServer({ noDelay: true }, accept)
  server.on('tlsClientError', () => {})
  server.listen(port, host)
  await once(server, 'listening')
  // A server that listens on a TCP port has an address with a port.
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    url: `${tls === 'implicit' ? 'smtps' : 'smtp'}://${host}:${address.port}`,
    messages: log.messages,
    commands: log.commands,
    connections,
    get received() {
      return log.received
    },
    unfinished: () => [...open].flatMap(connection => connection.unfinished ?? []),
    async waitFor(count) {
      if (log.received < count) await new Promise<void>(resolve => waiting.push({ count, resolve }))
      return log.messages
    },
    resetAll,
    async [Symbol.asyncDispose]() {
      resetAll()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
