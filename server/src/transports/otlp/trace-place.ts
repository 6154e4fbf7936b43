/** Parses trace positions: of callers (W3C Trace Context), and those that we store with work. */
import type { SpanContext } from '@opentelemetry/api'

/** Undefined for an invalid traceparent. The trace then begins here, as the standard requires. */
export function parseTraceparent(text: string): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '0', rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(text.trim()) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 }
}

export function parsePlace(place: string): Pick<SpanContext, 'traceId' | 'spanId'> {
  const [traceId = '', spanId = ''] = place.split('-')
  return { traceId, spanId }
}
