/** A wire to the database that is cut at the worst moment: just before a COMMIT gets through, or just before its answer does. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

type Cut = 'before' | 'after'
type CommitWire = AsyncDisposable & { url: string; cutNext(cut: Cut): Promise<void> }

export async function startCommitWire(databaseUrl: string): Promise<CommitWire> {
  const url = new URL(databaseUrl)
  const target = { port: Number(url.port), host: url.hostname }
  const open = new Set<Socket>()
  let waiting: { cut: Cut; done: () => void } | undefined

  /** Forwards everything up to the first piece with this word, which is lost with the connection. */
  function forwardUntil(from: Socket, to: Socket, cut: Cut, word: RegExp) {
    open.add(from)
    from.on('data', chunk => {
      if (waiting?.cut !== cut || !word.test(chunk.toString('latin1'))) {
        to.write(chunk)
        return
      }
      waiting.done()
      waiting = undefined
      from.resetAndDestroy()
    })
    from.on('error', () => {})
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
  }

  const server = createServer({ noDelay: true }, near => {
    const far = connect({ ...target, noDelay: true })
    forwardUntil(near, far, 'before', /\bcommit\0/i)
    forwardUntil(far, near, 'after', /COMMIT\0/)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url.port = String(address && typeof address === 'object' ? address.port : 0)
  return {
    url: url.href,
    cutNext: cut => new Promise(resolve => (waiting = { cut, done: resolve })),
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
