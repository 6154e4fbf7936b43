import type { Side } from './alternate.ts'
import type { HttpBench } from './bench-context.ts'
import { countAnswers, type LoadOrder } from './load.ts'
import { connections } from './pace.ts'

export type HttpSide = {
  side: Side
  /** Answers of all rounds so far. */
  answers(): number
}

type Asked = Pick<LoadOrder, 'origin' | 'requests'> & { key?: string; status: number }

let rounds = 0

/** A side that is a server under load. */
export function httpSide({ services }: HttpBench, { origin, requests, key, status }: Asked): HttpSide {
  const headers = key ? { authorization: `Bearer ${key}` } : {}
  let total = 0
  return {
    answers: () => total,
    async side(seconds) {
      const order = { round: ++rounds, origin, headers, connections, seconds, requests }
      const load = await services.generator.run(order)
      const answers = countAnswers(load, status)
      total += answers
      return { perSecond: answers / load.seconds, load }
    },
  }
}
