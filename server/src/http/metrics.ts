import { Counter, Histogram, type Registry } from 'prom-client'

export function httpMetrics(registry: Registry) {
  const requests = new Counter({
    name: 'posthorn_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'posthorn_http_request_seconds',
    help: 'Time from the first byte of a request to its answer.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    answered(operation: string, status: number, elapsedMs: number) {
      requests.inc({ operation, status })
      seconds.observe({ operation }, elapsedMs / 1000)
    },
  }
}
