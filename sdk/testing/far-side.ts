/** A scripted service on a real socket, and a client for it. */
import { startWebhookSink, type WebhookSink } from '../../sinks/webhook-sink.ts'
import type { WebhookAct } from '../../sinks/webhook-sink-script.ts'
import { Posthorn, type PosthornOptions } from '../src/posthorn.ts'

export type FarSide = AsyncDisposable & { sink: WebhookSink; posthorn: Posthorn }

/** Performs the acts in order, then repeats the last one. */
export async function farSide(acts: readonly WebhookAct[], options: PosthornOptions = {}): Promise<FarSide> {
  let asked = 0
  const sink = await startWebhookSink({ script: () => acts[Math.min(asked++, acts.length - 1)] ?? {} })
  const posthorn = new Posthorn({ url: sink.url, apiKey: 'tx_test_x', ...options })
  return { sink, posthorn, [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose]() }
}

export const answer = (body: unknown, act: WebhookAct = {}): WebhookAct => ({
  ...act,
  headers: { 'content-type': 'application/json', 'x-request-id': 'request-1', ...act.headers },
  body: JSON.stringify(body),
})

/** With a Retry-After of 1 ms, where the service would make the client wait. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}): WebhookAct =>
  answer(
    { code, message: `It is ${code}.`, statusCode: status },
    { status, headers: { 'retry-after-ms': '1', ...headers } },
  )
