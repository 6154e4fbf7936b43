/** Where Kannel reports what became of messages, by HTTP: counted and forgotten. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type DeliveryReports = AsyncDisposable & {
  url: string
  readonly count: number
  /** Until there were so many, or no more come: Kannel does not repeat one that fails. */
  settled(count: number, signal: AbortSignal): Promise<void>
}

const patienceMs = 3_000

export async function openDeliveryReports(): Promise<DeliveryReports> {
  let count = 0
  let lastAt = 0
  const server = createServer((_, reply) => {
    count++
    lastAt = performance.now()
    reply.end()
  })
  // Between two rounds nothing comes for a while, and one that meets a closing connection is lost.
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
      while (count < wanted && silence() < patienceMs) await pause(20, undefined, { signal })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
