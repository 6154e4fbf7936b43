/** What Prometheus reads. Whoever counts is handed a function, and knows nothing of Prometheus. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type Labels<L extends string> = Readonly<Record<L, string>>
type Named<L extends string> = { name: string; help: string; labels: readonly L[] }
type Value<L extends string> = { labels: Labels<L>; value: number }

export type Metrics = {
  readonly registry: Registry
  counter<L extends string>(one: Named<L>): (labels: Labels<L>, by?: number) => void
  histogram<L extends string>(one: Named<L> & { bounds: number[] }): (labels: Labels<L>, value: number) => void
  /** `read` is asked each time that somebody looks. What it cannot say is left out then. */
  gauge<L extends string>(one: Named<L> & { read(): Values<L> | Promise<Values<L>> }): void
  /** The same for what only grows. */
  total(one: Omit<Named<never>, 'labels'> & { read(): number }): void
}

type Values<L extends string> = readonly Value<L>[]

/** With what is known of every process: memory, processor, delay of the event loop. */
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
        // One without labels would say 0 now.
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
