import type { Tracer } from '#core/tracing.ts'
import type { TracingOptions } from './tracing-options.ts'

/** Loads the libraries only when tracing is on: they take most of a second and 20 MB. */
export async function openTracing(options: TracingOptions): Promise<Tracer | undefined> {
  const { endpoint } = options
  if (endpoint === null) return undefined
  const { openTracer } = await import('./open-tracer.ts')
  return openTracer({ ...options, endpoint })
}
