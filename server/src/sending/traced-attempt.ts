import type { Span, Tracer } from '#core/tracing.ts'
import type { AnyOutcome, Transport } from './dispatch.ts'

/** Traces one attempt, with the code of the peer's reply but never its text, which may name people. */
export async function tracedAttempt<O extends AnyOutcome>(
  tracer: Tracer,
  { place }: Span,
  { name }: Transport,
  attempt: () => Promise<readonly O[]>,
): Promise<readonly O[]> {
  const span = tracer.startWithin(place, 'call', 'attempt', { 'posthorn.transport': name })
  try {
    const outcomes = await attempt()
    const [first] = outcomes
    const code = /^\d{3}/.exec(first?.attempt.reply ?? '')?.[0]
    span.end({
      'posthorn.recipients': outcomes.length,
      'posthorn.accepted': outcomes.filter(one => one.kind === 'accepted').length,
      ...(first && { 'posthorn.outcome': first.kind }),
      ...(code && { 'posthorn.reply_code': Number(code) }),
    })
    return outcomes
  } catch (error) {
    span.end({}, 'failed')
    throw error
  }
}
