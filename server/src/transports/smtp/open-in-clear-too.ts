import type { Target } from './connect.ts'
import { PeerFailure } from './peer-failure.ts'
import { openSession, type Session } from './session.ts'
import type { SessionOptions } from './session-options.ts'

/**
 * Where TLS is only taken when it is to be had, a failed handshake is answered with a new connection in clear
 * (RFC 7435: better than none). Credentials are never sent over it.
 */
export async function openInClearToo(target: Target, options: SessionOptions): Promise<Session> {
  try {
    return await openSession(target, options)
  } catch (error) {
    const mayBeInClear = options.tls.kind === 'opportunistic' && options.credentials === null
    if (!(error instanceof PeerFailure && error.stage === 'tls' && mayBeInClear)) throw error
    return openSession(target, { ...options, tls: { kind: 'off', checked: false } })
  }
}
