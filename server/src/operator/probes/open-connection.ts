/** Whether something answers at an address: a connection, with TLS where asked for, and nothing said on it. */
import { isIP, connect as netConnect } from 'node:net'
import { connect as tlsConnect } from 'node:tls'

export type Opened = { kind: 'connected'; tls: string | null } | { kind: 'no_connection'; words: string }
type Asked = { host: string; port: number; tls: 'off' | 'checked' | 'unchecked'; timeoutMs?: number }

export function openConnection({ host, port, tls, timeoutMs = 5_000 }: Asked): Promise<Opened> {
  const { promise, resolve } = Promise.withResolvers<Opened>()
  const name = isIP(host) === 0 ? { servername: host } : {}
  const secure = tls === 'off' ? null : tlsConnect({ host, port, ...name, rejectUnauthorized: tls === 'checked' })
  const socket = secure ?? netConnect({ host, port })
  const timer = setTimeout(
    () => end({ kind: 'no_connection', words: `no answer within ${timeoutMs / 1_000} s` }),
    timeoutMs,
  )
  function end(opened: Opened) {
    clearTimeout(timer)
    socket.destroy()
    resolve(opened)
  }
  socket.once(secure ? 'secureConnect' : 'connect', () =>
    end({ kind: 'connected', tls: secure?.getProtocol() ?? null }),
  )
  socket.on('error', (error: NodeJS.ErrnoException) =>
    end({ kind: 'no_connection', words: error.code ?? error.message }),
  )
  return promise
}
