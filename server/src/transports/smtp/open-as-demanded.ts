import type { Target } from './connect.ts'
import { openInClearToo } from './open-in-clear-too.ts'
import { asPeerFailure, PeerFailure } from './peer-failure.ts'
import type { Session } from './session.ts'
import type { SessionOptions } from './session-options.ts'
import type { TlsDemand } from './tls-demand.ts'

/** If a peer lacks the TLS that one message or domain requires, only that mail is deferred: the peer still works for all other mail. */
export async function openAsDemanded(
  target: Target,
  session: Omit<SessionOptions, 'tls'>,
  { tls, by }: Pick<TlsDemand, 'tls' | 'by'>,
): Promise<Session> {
  const opened = await openInClearToo(target, { ...session, tls }).catch(asPeerFailure)
  if (!(opened instanceof PeerFailure)) return opened
  const { stage, message, about } = opened
  if (stage !== 'tls' || tls.kind !== 'required') throw opened
  const words = `${target.host} does not meet the TLS requirement of ${by}: ${about.reply?.text ?? message}`
  throw new PeerFailure(stage, words, { ...(about.host && { host: about.host }), isOwnDemand: true })
}
