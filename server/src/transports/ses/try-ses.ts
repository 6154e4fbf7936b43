/** Queries the Amazon SES account, which sends nothing and is free. */
import { ask } from '../carriers/ask.ts'
import { textOf } from '../carriers/fields.ts'
import { oneLine } from '../carriers/one-line.ts'
import type { SesPlace } from './ses-url.ts'
import { signedHeaders } from './sign.ts'

export type TriedSes =
  /** `sandbox`: mail can be sent only to verified addresses. */
  | { kind: 'good'; sandbox: boolean }
  | { kind: 'paused' }
  /** The key is valid, but lacks the permission for this query. */
  | { kind: 'unknown' }
  | { kind: 'failed'; why: string }

export async function trySes(place: SesPlace, secretKey: string, timeoutMs: number): Promise<TriedSes> {
  const url = `${place.endpoint}/v2/email/account`
  const headers = await signedHeaders({ ...place, secretKey }, { method: 'GET', url })
  const asked = await ask(new URL(url), headers, timeoutMs)
  if (asked.kind === 'unreached') return { kind: 'failed', why: oneLine(asked.why) }
  const { status, answer } = asked
  if (status === 200) {
    if (answer.SendingEnabled === false) return { kind: 'paused' }
    return { kind: 'good', sandbox: answer.ProductionAccessEnabled === false }
  }
  const words = textOf(answer.message) || textOf(answer.Message)
  if (status === 403 && /not authorized to perform/.test(words)) return { kind: 'unknown' }
  return { kind: 'failed', why: oneLine(`${status} ${words}`) }
}
