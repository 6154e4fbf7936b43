/** What a worker counts of its work. Labels have few values: kinds, results, and the transports and carriers of the settings. */
import type { Metrics } from '#http/registry.ts'
import type { Attempted } from '#sending/dispatch.ts'

/** The tables of the engine, as an operator calls what stands in them. */
const kinds: Readonly<Record<string, string>> = {
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

export function workMetrics({ counter, histogram }: Metrics) {
  const attempts = counter({
    name: 'posthorn_attempts_total',
    help: 'Attempts to hand over a message to one recipient (or a part of a text message), by what the other side said.',
    labels: ['kind', 'transport', 'result'],
  })
  const attemptSeconds = histogram({
    name: 'posthorn_attempt_seconds',
    help: 'Time that an attempt took on the wire.',
    labels: ['kind', 'transport'],
    bounds: seconds,
  })
  const batchRows = histogram({
    name: 'posthorn_batch_rows',
    help: 'Rows of work that were taken from the queue together.',
    labels: ['kind'],
    bounds: rows,
  })
  const webhooks = counter({
    name: 'posthorn_webhook_deliveries_total',
    help: 'Attempts to deliver an event to a webhook: delivered, deferred (it is tried again) or failed (it is not).',
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
