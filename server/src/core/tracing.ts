/** The tracing interface. When tracing is off there is no tracer, and the only cost is checking for one. */

export type Attributes = Readonly<Record<string, string | number>>

/** A position in a recorded trace: `<trace id>-<span id>`. It is stored with work, so that the worker continues the trace. */
export type TracePlace = string

export type Span = {
  readonly place: TracePlace
  end(attributes?: Attributes, failure?: 'failed'): void
}

/** `serve`: an incoming request. `consume`: a job taken from the queue. `call`: an outgoing request. */
export type Kind = 'inside' | 'serve' | 'consume' | 'call'

export type Tracer = AsyncDisposable & {
  /** Undefined when this trace is not recorded. `traceparent`: the unchecked header of the caller; a valid one is continued. */
  start(kind: Kind, name: string, attributes: Attributes, traceparent?: string): Span | undefined
  startWithin(place: TracePlace, kind: Kind, name: string, attributes?: Attributes): Span
}

/** Runs work within a span, and passes it the span's place. */
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
