/** The receiver of all webhooks, in a separate process: it answers 200 at once and reports its count. */
import { setTimeout as pause } from 'node:timers/promises'
import { startWebhookSink } from '../../sinks/webhook-sink.ts'
import type { SinkAnswer, SinkQuestion } from './smtp-sink.ts'

const pollEveryMs = 2

const sink = await startWebhookSink({ keep: false })

process.on('message', async ({ count }: SinkQuestion) => {
  while (sink.count < count) await pause(pollEveryMs)
  process.send?.({ received: sink.count, at: String(process.hrtime.bigint()) } satisfies SinkAnswer)
})
process.send?.(sink.port)
// Exit normally, or `--cpu-prof` writes no profile.
process.once('SIGTERM', () => process.exit())
