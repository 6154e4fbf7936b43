/** Receives Kannel's delivery reports over HTTP and counts them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type DeliveryReports = AsyncDisposable & {
  url: string
  readonly count: number
  /** Waits until this many arrived, or no more arrive: Kannel does not retry a failed report. */
  settled(count: number, signal: AbortSignal): Promise<void>
}

const silenceMs = 3_000

export async function openDeliveryReports(): Promise<DeliveryReports> {
  let count = 0
  let lastAt = 0
  const server = createServer((_, reply) => {
    count++
    lastAt = performance.now()
    reply.end()
  })
  // Between rounds the connections are idle, and a report on a connection that is being closed would be lost.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // `as`: a server that listens on a TCP port has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    get count() {
      return count
    },
    async settled(wanted, signal) {
      const begun = performance.now()
      const silence = () => performance.now() - Math.max(begun, lastAt)
      while (count < wanted && silence() < silenceMs) await pause(20, undefined, { signal })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
