import { collectDefaultMetrics, Registry } from 'prom-client'

/** What Prometheus reads, with what is known of every process: memory, processor, delay of the event loop. */
export function openRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
