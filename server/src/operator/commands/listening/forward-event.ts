/** Forwards events like a webhook, with a valid signature. */
import { createHmac } from 'node:crypto'
import type { Clock } from '#core/clock.ts'
import { signatureHeaders } from '#resources/automation/webhooks/sign.ts'

/** Derived from the key, so that it stays the same and the receiver's settings need not change. */
export const secretFor = (key: string): Buffer => createHmac('sha256', key).update('posthorn listen').digest()

export type Forwarded = { ok: boolean; result: string; ms: number }

type Options = { to: string; secret: Buffer; clock: Clock; signal: AbortSignal }

/** The same timeout as for a webhook. */
const timeoutMs = 15_000

/** Network errors become results. */
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
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    return outcome(response.ok, String(response.status))
  } catch (error) {
    return outcome(false, reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer in ${timeoutMs / 1000} s`
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
