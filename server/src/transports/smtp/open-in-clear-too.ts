import type { Target } from './connect.ts'
import { PeerFailure } from './peer-failure.ts'
import { openSession, type Session } from './session.ts'
import type { SessionOptions } from './session-options.ts'

/**
 * With opportunistic TLS, a failed handshake is followed by a new connection in clear (RFC 7435). Not if there are
 * credentials: they are never sent in clear.
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
