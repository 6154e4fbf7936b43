/** The receiver of every webhook, in a process of its own: it answers 200 at once and is asked for its count. */
import { setTimeout as pause } from 'node:timers/promises'
import { startWebhookSink } from '../../sinks/webhook-sink.ts'
import type { SinkAnswer, SinkQuestion } from './smtp-sink.ts'

const lookEveryMs = 2

const sink = await startWebhookSink({ keep: false })

process.on('message', async ({ count }: SinkQuestion) => {
  while (sink.count < count) await pause(lookEveryMs)
  process.send?.({ received: sink.count, at: String(process.hrtime.bigint()) } satisfies SinkAnswer)
})
process.send?.(sink.port)
// An orderly end, or `--cpu-prof` would leave nothing.
process.once('SIGTERM', () => process.exit())
