import { startWebhookSink, type WebhookSinkOptions } from '../../sinks/webhook-sink.ts'
import { openWebhookPoster, type WebhookPosterOptions } from '../src/transports/webhook/open.ts'
import type { WebhookPost } from '../src/transports/webhook.ts'

export const anyPost = (url: string): WebhookPost => ({
  url,
  headers: { 'webhook-id': 'msg_1' },
  body: '{"id":"msg_1"}',
})

/** A receiver, and a poster that may reach it. */
export async function posterAndSink(sinkOptions: WebhookSinkOptions = {}, options: Partial<WebhookPosterOptions> = {}) {
  const sink = await startWebhookSink(sinkOptions)
  const poster = openWebhookPoster({ allow: () => true, timeoutMs: 5_000, ...options })
  return {
    sink,
    poster,
    post: (path = '/') => poster.post(anyPost(sink.url + path)),
    async [Symbol.asyncDispose]() {
      await poster[Symbol.asyncDispose]()
      await sink[Symbol.asyncDispose]()
    },
  }
}
