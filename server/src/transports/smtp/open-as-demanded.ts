import type { Target } from './connect.ts'
import { openInClearToo } from './open-in-clear-too.ts'
import { foreseen, PeerFailure } from './peer-failure.ts'
import type { Session } from './session.ts'
import type { SessionOptions } from './session-options.ts'
import type { TlsDemand } from './tls-demand.ts'

/** A peer without the TLS that one message or domain demands is as good as ever for all others: nothing is wrong with it. */
export async function openAsDemanded(
  target: Target,
  session: Omit<SessionOptions, 'tls'>,
  { tls, by }: Pick<TlsDemand, 'tls' | 'by'>,
): Promise<Session> {
  const opened = await openInClearToo(target, { ...session, tls }).catch(foreseen)
  if (!(opened instanceof PeerFailure)) return opened
  const { stage, message, about } = opened
  if (stage !== 'tls' || tls.kind !== 'required') throw opened
  const words = `${target.host} has not the TLS that is demanded by ${by}: ${about.reply?.text ?? message}`
  throw new PeerFailure(stage, words, { ...(about.host && { host: about.host }), isOwnDemand: true })
}
