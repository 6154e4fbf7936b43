/** Whether a mail server can be reached: waits for its greeting, then sends QUIT. */
import { connect } from 'node:net'
import type { Greeting } from '#resources/messages/domains/checks/check-port-25.ts'

type Options = { port?: number; timeoutMs?: number }

const maxGreetingLength = 500

export function greetMailServer(address: string, { port = 25, timeoutMs = 5_000 }: Options = {}): Promise<Greeting> {
  const { promise, resolve } = Promise.withResolvers<Greeting>()
  const socket = connect({ host: address, port })
  const timer = setTimeout(() => end('no_connection', `no answer within ${timeoutMs / 1_000} seconds`), timeoutMs)
  function end(kind: Greeting['kind'], words: string) {
    clearTimeout(timer)
    if (kind === 'greeted') socket.end('QUIT\r\n')
    else socket.destroy()
    setTimeout(() => socket.destroy(), timeoutMs).unref()
    resolve({ kind, words })
  }
  socket.once('data', chunk => end('greeted', chunk.toString('latin1', 0, maxGreetingLength).split(/\r?\n/)[0] ?? ''))
  socket.once('close', () => end('no_connection', 'closed without a greeting'))
  socket.on('error', (error: NodeJS.ErrnoException) => end('no_connection', error.code ?? error.message))
  return promise
}
