/** A round of a fixed number of messages, until the last one has arrived. */
import type { HttpBench } from '../bench-context.ts'
import { nextRound } from '../http-side.ts'
import { countAnswers, type LoadOrder, type LoadResult } from '../load.ts'
import { connections as allConnections, type Pace } from '../pace.ts'

export const roundWithinMs = 180_000

/** The warm-up is shorter by the same factor as in other comparisons. */
export const messagesIn = ({ messagesPerRound, roundSeconds }: Pace, seconds: number): number =>
  Math.round((messagesPerRound * seconds) / roundSeconds)

type Feed = Pick<LoadOrder, 'origin' | 'requests'> & {
  key?: string
  messages: number
  status: number
  connections?: number
}

/** Sends them over HTTP and waits for all answers. */
export async function feed(
  { services }: { services: Pick<HttpBench['services'], 'generator'> },
  { origin, requests, key, messages, status, connections = allConnections }: Feed,
): Promise<LoadResult> {
  const load = await services.generator.run({
    round: nextRound(),
    origin,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    connections,
    seconds: roundWithinMs / 1_000,
    amount: messages,
    requests,
  })
  countAnswers(load, status)
  return load
}
