/**
 * Counts requests in plain lists and converts them when Prometheus scrapes: counting one with prom-client takes longer than
 * reading one of our tracking links.
 */
import { Counter, type Metric, type Registry } from 'prom-client'

/** `counts` has an entry for each bound, the last of which is infinite. */
type Tally = { statuses: Map<number, number>; counts: number[]; seconds: number }
type Tallies = ReadonlyMap<string, Tally>

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, Number.POSITIVE_INFINITY]

export function httpMetrics(registry: Registry) {
  const tallies = new Map<string, Tally>()
  addCounter(registry, tallies)
  // `as`: the registry only uses the name and `get` of a metric.
  registry.registerMetric(histogram(tallies) as unknown as Metric)

  function tallyOf(operation: string): Tally {
    const known = tallies.get(operation)
    if (known) return known
    const tally = { statuses: new Map(), counts: bounds.map(() => 0), seconds: 0 }
    tallies.set(operation, tally)
    return tally
  }

  return {
    answered(operation: string, status: number, elapsedMs: number) {
      const tally = tallyOf(operation)
      const seconds = elapsedMs / 1000
      const place = bounds.findIndex(bound => seconds <= bound)
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
      tally.counts[place] = (tally.counts[place] ?? 0) + 1
      tally.seconds += seconds
    },
  }
}

function addCounter(registry: Registry, tallies: Tallies): void {
  new Counter({
    name: 'posthorn_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['operation', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [operation, { statuses }] of tallies) {
        for (const [status, count] of statuses) this.inc({ operation, status }, count)
      }
    },
  })
}

/** prom-client's histogram cannot add several observations at once. */
function histogram(tallies: Tallies) {
  const name = 'posthorn_http_request_seconds'
  const help = 'Time from the first byte of a request to its answer.'
  const valuesOf = ([operation, { counts, seconds }]: [string, Tally]) => {
    let count = 0
    const buckets = bounds.map((bound, place) => {
      count += counts[place] ?? 0
      const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : bound
      return { metricName: `${name}_bucket`, labels: { le, operation }, value: count }
    })
    const labels = { operation }
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: seconds },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
  const get = async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: [...tallies].flatMap(valuesOf) })
  return { name, help, type: 'histogram', get }
}
