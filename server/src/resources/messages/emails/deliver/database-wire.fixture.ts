/** A connection to the database that can be cut, as when the server dies, and restored. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type DatabaseWire = AsyncDisposable & {
  readonly url: string
  /** How many connections were refused while it was cut. */
  readonly refused: number
  cut(): void
  mend(): void
}

export async function startDatabaseWire(databaseUrl: string): Promise<DatabaseWire> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let whole = true
  let refused = 0

  const server = createServer(near => {
    if (!whole) {
      refused++
      near.on('error', () => {}).resetAndDestroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const cut = () => {
    whole = false
    refused = 0
    for (const socket of sockets) socket.resetAndDestroy()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  // `as`: it listens on TCP.
  url.port = String((server.address() as AddressInfo).port)
  url.hostname = '127.0.0.1'
  return {
    url: url.href,
    get refused() {
      return refused
    },
    cut,
    mend() {
      whole = true
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
    },
  }
}
