/**
 * Sends traces to a collector over OTLP, in the background: spans wait in a bounded queue, spans above the limit are dropped, and
 * an unreachable collector only causes a log line.
 */
import {
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Attributes, Kind, Span, Tracer } from '#core/tracing.ts'
import { logFailures } from './log-failures.ts'
import { parsePlace, parseTraceparent } from './trace-place.ts'
import type { TracingOptions } from './tracing-options.ts'

const timeoutMs = 5_000
/** How long shutdown waits for the last spans. */
const flushMs = 2_000
const kinds = { inside: SpanKind.INTERNAL, serve: SpanKind.SERVER, consume: SpanKind.CONSUMER, call: SpanKind.CLIENT }

export function openTracer({ endpoint, headers, ratio, role, log }: TracingOptions & { endpoint: string }): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'posthorn', 'posthorn.role': role }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logFailures(exporter, log),
        maxQueueSize: 4_096,
        maxExportBatchSize: 512,
        scheduledDelayMillis: 1_000,
        exportTimeoutMillis: timeoutMs,
      }),
    ],
  })
  const tracer = provider.getTracer('posthorn')

  const begin = (name: string, kind: Kind, parent: Context, attributes: Attributes) =>
    tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, parent)

  return {
    start(kind, name, attributes, traceparent) {
      const parent = traceparent === undefined ? undefined : parseTraceparent(traceparent)
      const span = begin(name, kind, parent ? contextOf(parent) : ROOT_CONTEXT, attributes)
      return span.isRecording() ? asSpan(span) : undefined
    },
    startWithin(place, kind, name, attributes = {}) {
      const parent = parsePlace(place)
      // Only recorded traces have a place.
      const context = contextOf({ ...parent, traceFlags: TraceFlags.SAMPLED })
      return asSpan(begin(name, kind, context, attributes))
    },
    async [Symbol.asyncDispose]() {
      const late = new Promise<void>(resolve => setTimeout(resolve, flushMs).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
    },
  }
}

const contextOf = (parent: SpanContext): Context => trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })

function asSpan(span: ReturnType<ReturnType<TracerProvider['getTracer']>['startSpan']>): Span {
  const { traceId, spanId } = span.spanContext()
  return {
    place: `${traceId}-${spanId}`,
    end(attributes, failure) {
      if (attributes) span.setAttributes({ ...attributes })
      if (failure) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}
