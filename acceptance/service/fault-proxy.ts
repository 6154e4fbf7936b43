/** A wire to the database that can be cut: open, reset (as when the server dies) or silent (as when a cable is pulled). */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

type Wire = 'open' | 'reset' | 'silent'
export type FaultProxy = AsyncDisposable & { url: string; become(wire: Wire): void }

export async function startFaultProxy(databaseUrl: string): Promise<FaultProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<[Socket, Socket]>()
  let wire: Wire = 'open'

  const server = createServer(near => {
    near.on('error', () => {})
    if (wire === 'reset') near.resetAndDestroy()
    else pairs.add(join(near, connect(Number(target.port), target.hostname)))
  })

  /** Nothing that is sent into a silent wire ever arrives. */
  function join(near: Socket, far: Socket): [Socket, Socket] {
    const pair: [Socket, Socket] = [near, far]
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', chunk => void (wire === 'open' && to.write(chunk)))
      from.on('error', () => {})
      from.on('close', () => {
        pairs.delete(pair)
        if (wire !== 'silent') to.destroy()
      })
    }
    return pair
  }

  const resetAll = () => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(databaseUrl)
  url.port = String(address && typeof address === 'object' ? address.port : 0)
  return {
    url: url.href,
    become(next) {
      wire = next
      if (next === 'reset') resetAll()
    },
    async [Symbol.asyncDispose]() {
      resetAll()
      server.close()
    },
  }
}
