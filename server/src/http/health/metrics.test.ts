import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { httpMetrics } from './metrics.ts'

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The same metrics, counted by prom-client. */
function reference() {
  const registry = new Registry()
  const [name, help] = ['posthorn_http_request_seconds', 'Time from the first byte of a request to its answer.']
  const registers = [registry]
  const requests = new Counter({
    name: 'posthorn_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const seconds = new Histogram({ name, help, labelNames: ['operation'], buckets, registers })
  return {
    registry,
    answered(operation: string, status: number, ms: number) {
      requests.inc({ operation, status })
      seconds.observe({ operation }, ms / 1000)
    },
  }
}

const linesOf = async (registry: Registry) => (await registry.metrics()).split('\n').sort()

test('each scrape returns the same as counters of prom-client', async () => {
  const registry = new Registry()
  const ours = httpMetrics(registry)
  const theirs = reference()
  const times = [0, 0.4, 1, 1.5, 2.5, 30, 99.9, 100, 10_000, 10_001, 60_000]

  for (const round of [1, 2]) {
    for (const [nth, ms] of times.entries()) {
      const [operation, status] = nth % 3 === 0 ? (['getContact', 200 + round] as const) : (['other', 302] as const)
      ours.answered(operation, status, ms)
      theirs.answered(operation, status, ms)
    }
    expect(await linesOf(registry)).toEqual(await linesOf(theirs.registry))
  }
})
