/** Metrics for Prometheus. Code that counts gets a function and does not depend on Prometheus. */
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type Labels<L extends string> = Readonly<Record<L, string>>
type Named<L extends string> = { name: string; help: string; labels: readonly L[] }
type Value<L extends string> = { labels: Labels<L>; value: number }

export type Metrics = {
  readonly registry: Registry
  counter<L extends string>(one: Named<L>): (labels: Labels<L>, by?: number) => void
  histogram<L extends string>(one: Named<L> & { bounds: number[] }): (labels: Labels<L>, value: number) => void
  /** `read` is called on each scrape. Values that it does not return are left out. */
  gauge<L extends string>(one: Named<L> & { read(): Values<L> | Promise<Values<L>> }): void
  /** The same for a value that only grows. */
  total(one: Omit<Named<never>, 'labels'> & { read(): number }): void
}

type Values<L extends string> = readonly Value<L>[]

/** The metrics of a process, as they are passed between processes. */
export type MetricList = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** The text for Prometheus: the metrics of this process and of others, added up. */
export async function metricsWith(registry: Registry, others: readonly MetricList[]): Promise<string> {
  if (others.length === 0) return registry.metrics()
  const own = await registry.getMetricsAsJSON()
  // `aggregate` leaves out what has no sum, such as the time of the start: that of this process is shown.
  const alone = own.filter(({ aggregator }) => aggregator === 'omit')
  const texts = await Promise.all(alone.map(({ name }) => registry.getSingleMetricAsString(name)))
  return [await AggregatorRegistry.aggregate([own, ...others]).metrics(), ...texts].join('\n')
}

/** Includes the default process metrics: memory, CPU, event loop delay. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    counter({ name, help, labels }) {
      const counter = new Counter({ name, help, labelNames: labels, registers })
      return (given, by = 1) => counter.inc(given, by)
    },
    histogram({ name, help, labels, bounds }) {
      const histogram = new Histogram({ name, help, labelNames: labels, buckets: bounds, registers })
      return (given, value) => histogram.observe(given, value)
    },
    gauge({ name, help, labels, read }) {
      const collect = async () => {
        const values = await read()
        gauge.reset()
        // A gauge without labels would report 0 now.
        if (labels.length === 0) gauge.remove()
        for (const one of values) gauge.set(one.labels, one.value)
      }
      const gauge = new Gauge({ name, help, labelNames: labels, registers, collect })
    },
    total({ name, help, read }) {
      const collect = () => {
        counter.reset()
        counter.inc(read())
      }
      const counter = new Counter({ name, help, registers, collect })
    },
  }
}
