/** Hands events on as a webhook would, with a signature that verifies. */
import { createHmac } from 'node:crypto'
import type { Clock } from '#core/clock.ts'
import { signatureHeaders } from '#resources/automation/webhooks/sign.ts'

/** Made of the key: it is the same each time, so that the receiver's settings need not change. */
export const secretFor = (key: string): Buffer => createHmac('sha256', key).update('posthorn listen').digest()

export type Forwarded = { ok: boolean; result: string; ms: number }

type Options = { to: string; secret: Buffer; clock: Clock; signal: AbortSignal }

/** As long as a webhook waits. */
const patienceMs = 15_000

/** Whatever happens on the wire is a result. */
export async function forwardEvent(body: string, { to, secret, clock, signal }: Options): Promise<Forwarded> {
  const { id } = JSON.parse(body)
  const begun = performance.now()
  const outcome = (ok: boolean, result: string) => ({ ok, result, ms: Math.round(performance.now() - begun) })
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signatureHeaders({ id: String(id), secrets: [secret], timestamp: clock(), body }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    })
    await response.body?.cancel()
    return outcome(response.ok, String(response.status))
  } catch (error) {
    return outcome(false, reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer in ${patienceMs / 1000} s`
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
