/** Binds once and unbinds, to check whether an SMPP server would accept messages. None is sent, and its deliveries are deferred. */
import { statusTryAgain } from './command-statuses.ts'
import { connectSocket, NotBound } from './connect.ts'
import { openSession } from './session.ts'
import type { SmppSettings } from './smpp-url.ts'
import { defaultTiming } from './timing.ts'

export type Bound =
  | { kind: 'bound'; tls: string | undefined }
  | { kind: 'reached' }
  | { kind: 'failed'; why: string; isRefused: boolean }

/** `isInUse`: the account is already bound, and a second bind might end that session, so only the connection is checked. */
export async function tryBind(
  settings: SmppSettings,
  { timeoutMs, isInUse }: { timeoutMs: number; isInUse: boolean },
): Promise<Bound> {
  const signal = AbortSignal.timeout(2 * timeoutMs)
  const timing = { ...defaultTiming, connect: timeoutMs, answer: timeoutMs }
  try {
    if (isInUse) {
      const socket = await connectSocket(settings, timeoutMs, signal)
      socket.destroy()
      return { kind: 'reached' }
    }
    const session = await openSession(settings, timing, async () => statusTryAgain, signal)
    const { tls } = session
    await session.unbind(Math.min(timeoutMs, 2_000))
    return { kind: 'bound', tls }
  } catch (error) {
    if (!(error instanceof NotBound)) throw error
    return { kind: 'failed', why: error.message, isRefused: error.final }
  }
}
