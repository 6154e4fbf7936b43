/** A worker's metrics. Labels have few values: kinds, results, and the transports and carriers of the settings. */
import type { Metrics } from '#http/registry.ts'
import type { Attempted } from '#sending/dispatch.ts'

/** The operator's name for the work in each table of the engine. */
const kinds: Readonly<Record<string, string>> = {
  broadcasts: 'broadcast',
  deliveries: 'email',
  sms_progress: 'sms',
  email_fallbacks: 'fallback',
  webhooks: 'webhook',
  sms_callback_queues: 'sms_callback',
  workflow_runs: 'workflow_run',
  jobs: 'job',
}

const seconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300]
const rows = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]

export type WorkMetrics = ReturnType<typeof workMetrics>

export function workMetrics({ counter, histogram }: Metrics) {
  const attempts = counter({
    name: 'posthorn_attempts_total',
    help: 'Attempts to send a message to one recipient (or a part of a text message), by the outcome.',
    labels: ['kind', 'transport', 'result'],
  })
  const attemptSeconds = histogram({
    name: 'posthorn_attempt_seconds',
    help: 'How long an attempt took on the wire.',
    labels: ['kind', 'transport'],
    bounds: seconds,
  })
  const batchRows = histogram({
    name: 'posthorn_batch_rows',
    help: 'Rows of work taken from the queue in one batch.',
    labels: ['kind'],
    bounds: rows,
  })
  const webhooks = counter({
    name: 'posthorn_webhook_deliveries_total',
    help: 'Attempts to deliver an event to a webhook: delivered, deferred (will retry) or failed (will not).',
    labels: ['result'],
  })
  return {
    attemptedOf:
      (kind: 'email' | 'sms'): Attempted =>
      (transport, results, tookMs) => {
        for (const result of results) attempts({ kind, transport, result })
        attemptSeconds({ kind, transport }, tookMs / 1000)
      },
    taken: (table: string, count: number) => batchRows({ kind: kinds[table] ?? table }, count),
    posted: (next: 'delivered' | 'again' | 'failed') => webhooks({ result: next === 'again' ? 'deferred' : next }),
  }
}
