import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'

/** Logs one line when the collector begins to fail, and one when it recovers. */
export function logFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, result => {
        // 0 is success.
        const fails = result.code !== 0
        if (fails && !isFailing) log.warn({ reason: result.error?.message }, 'traces are lost: the collector fails')
        if (!fails && isFailing) log.info('the collector takes traces again')
        isFailing = fails
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  }
}
