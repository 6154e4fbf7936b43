/** Traces, as everybody else sees them. Where tracing is off there is no tracer, and nothing is done but to see that. */

export type Attributes = Readonly<Record<string, string | number>>

/** Where something is in a trace that is kept: `<trace id>-<span id>`. It is written beside work, so that others go on from there. */
export type TracePlace = string

export type Span = {
  readonly place: TracePlace
  end(attributes?: Attributes, failure?: 'failed'): void
}

/** `serve`: we were asked. `consume`: work was taken. `call`: somebody else is asked. */
export type Kind = 'inside' | 'serve' | 'consume' | 'call'

export type Tracer = AsyncDisposable & {
  /** Undefined when this one is not kept. `traceparent` is what a caller sent, whatever that is: then it goes on from there. */
  start(kind: Kind, name: string, attributes: Attributes, traceparent?: string): Span | undefined
  startWithin(place: TracePlace, kind: Kind, name: string, attributes?: Attributes): Span
}

/** Does something within a span. Whoever goes on from there is told its place. */
export async function within<T>(
  tracer: Tracer | undefined,
  place: TracePlace | undefined,
  name: string,
  work: (place: TracePlace | undefined) => Promise<T>,
): Promise<T> {
  if (!tracer || place === undefined) return work(undefined)
  const span = tracer.startWithin(place, 'inside', name)
  try {
    const done = await work(span.place)
    span.end()
    return done
  } catch (error) {
    span.end({}, 'failed')
    throw error
  }
}
