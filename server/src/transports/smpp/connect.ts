import { isIP, connect as netConnect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import type { SmppSettings } from './smpp-url.ts'

/** Why there is no session. `final`: only a person can fix it. */
export class NotBound extends Error {
  readonly final: boolean

  constructor(message: string, final = false) {
    super(message)
    this.final = final
  }
}

/** Returns a connected socket that has not been read from. The caller owns it. */
export function connectSocket(settings: SmppSettings, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = startConnecting(settings)
  const fail = (why: string) => {
    settle()
    socket.destroy()
    reject(new NotBound(`Connection failed: ${why}`))
  }
  const onAbort = () => fail('no longer wanted')
  const settle = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
  const timer = setTimeout(() => fail('timed out'), timeoutMs)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  // Remains after the socket has an owner: an error is followed by a close event, which the owner handles.
  socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
  socket.once(settings.tls === 'off' ? 'connect' : 'secureConnect', () => {
    settle()
    resolve(socket)
  })
  return promise
}

function startConnecting({ host, port, tls }: SmppSettings): Socket {
  const where = { host, port, noDelay: true }
  if (tls === 'off') return netConnect(where)
  // An IP address is not allowed as a server name (RFC 6066).
  const name = isIP(host) === 0 ? { servername: host } : {}
  return tlsConnect({ ...where, ...name, rejectUnauthorized: tls === 'checked' })
}
