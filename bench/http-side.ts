import type { Side } from './alternate.ts'
import type { Bench } from './bench-context.ts'
import { countAnswers, type LoadOrder } from './load.ts'
import { connections } from './pace.ts'
import type { Services } from './services.ts'

export type HttpSide = {
  side: Side
  /** The number of answers in all rounds so far. */
  answers(): number
}

type SideOptions = Pick<LoadOrder, 'origin' | 'requests' | 'perSecond'> & {
  key?: string
  /** The header of the key, if it is not a bearer key. `basic`: the key is the password of basic authentication. */
  keyHeader?: string
  status: number
  connections?: number
}

/** Also makes the addresses of each load unique. */
let rounds = 0
export const nextRound = (): number => ++rounds

/** A side that puts load on a server. */
export function httpSide(
  { services }: Bench & { services: Pick<Services, 'generator'> },
  { key, keyHeader, status, ...order }: SideOptions,
): HttpSide {
  const headers = key ? headersWith(key, keyHeader) : {}
  let total = 0
  return {
    answers: () => total,
    async side(seconds) {
      const load = await services.generator.run({ round: nextRound(), headers, connections, seconds, ...order })
      const answers = countAnswers(load, status)
      total += answers
      return { perSecond: answers / load.seconds, load }
    },
  }
}

function headersWith(key: string, header: string | undefined): Record<string, string> {
  if (header === 'basic') return { authorization: `Basic ${Buffer.from(`AC:${key}`).toString('base64')}` }
  return header ? { [header]: key } : { authorization: `Bearer ${key}` }
}
